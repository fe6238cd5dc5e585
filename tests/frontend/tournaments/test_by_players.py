"""Results that the players of a real table enter themselves, on pages, with the code of their sheet."""

import re

import pytest

from tests.frontend.conftest import Pages, Visitor
from tests.frontend.test_operators import operator as an_operator
from tests.frontend.tournaments.test_pages import club, result, set_up, state

pytestmark = pytest.mark.server
LINK = re.compile(r"/tournaments/\w+/rounds/1/tables/(\d)\?code=(\w{12})")


def codes(host: Visitor, at: str) -> dict[str, str]:
    """By table, the address in the small print of its sheet."""
    return {table: f"{at}/rounds/1/tables/{table}?code={code}" for table, code in LINK.findall(printed(host, at))}


def printed(visitor: Visitor, at: str) -> str:
    return str(visitor.get(f"{at}/rounds/1/slips").text)


def test_codes_are_printed_for_the_organiser_alone(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    at = club(pages, host)
    assert set(codes(host, at)) == {"1", "2"}
    assert LINK.search(printed(eve, at)) is None
    assert "prints sheets whose codes let players enter results" in printed(eve, at)


def test_two_players_enter_and_confirm_it_and_the_page_says_who(pages: Pages):
    host, ada, bob = pages.visitor(), pages.visitor(), pages.visitor()
    at = club(pages, host)
    address = codes(host, at)["1"]
    assert "Who are you?" in ada.get(address).text
    missing = ada.post(address, **result("50", "40"))
    assert (missing.status_code, "Say who you are." in missing.text) == (400, True)
    done = ada.post(address, seat="1", **result("50", "40"))
    assert done.status_code == 303
    assert "Thank you: it is noted." in ada.get(done.headers["Location"]).text
    assert "Confirm the result" in bob.get(address).text
    assert bob.post(address, seat="2", **result("50", "40")).status_code == 303
    names = ("Frida", "Gustav", "Hilde", "Ines")
    first, second = (names[number] for number in state(pages, at).rounds[0].tables[0])
    told = bob.get(f"{at}/rounds/1").text
    assert "by hand, confirmed" in told
    assert f"by {first} and {second}" in told
    again = bob.post(address, seat="2", **result("50", "40"))
    assert "This player has said already how it ended: only the organiser can correct it." in again.text
    strange = bob.post(f"{at}/rounds/1/tables/2?code=aaaaaaaaaaaa", seat="1", **result("1", "2"))
    assert strange.status_code == 403


def test_players_who_disagree_are_shown_to_the_organiser_who_decides_with_a_reason(pages: Pages):
    host, ada, eve = pages.visitor(), pages.visitor(), pages.visitor()
    at = club(pages, host)
    address = codes(host, at)["1"]
    ada.post(address, seat="1", **result("50", "40"))
    other = ada.post(address, seat="2", **result("40", "50"))
    assert "decides: please go there together" in ada.get(other.headers["Location"]).text
    assert state(pages, at).rounds[0].results[0].points == (50, 40)
    ada.post(codes(host, at)["2"], seat="1", **result("30", "20"))
    pages.settle()
    assert not state(pages, at).rounds[0].is_ended
    assert "Decide table 1" in host.get(at).text
    assert "disagree about their result" in eve.get(at).text
    assert "the players disagree: decide" in host.get(f"{at}/desk").text
    form = host.get(f"{at}/rounds/1/tables/1").text
    assert "says otherwise: 40 (place 2) · 50 (place 1)." in form
    assert host.post(f"{at}/rounds/1/tables/1", **result("40", "50", note="both pads say so")).status_code == 303
    assert "both pads say so" in eve.get(f"{at}/rounds/1").text
    assert state(pages, at).rounds[0].disputed == ()
    late = ada.post(address, seat="1", **result("50", "40"))
    assert "This table has its result already: only the organiser can correct it." in late.text


def test_who_has_entered_with_an_id_of_their_own_needs_no_code(pages: Pages):
    host, ada, bob = pages.visitor(), pages.visitor(), pages.visitor()
    at = set_up(pages, host, in_person="yes", rounds="1")
    assert ada.post(f"{at}/enter").status_code == bob.post(f"{at}/enter").status_code == 303
    assert host.post(f"{at}/desk/start", sure="yes").status_code == 303
    pages.settle()
    table = f"{at}/rounds/1/tables/1"
    assert table in ada.get(at).text
    assert "Who are you?" not in ada.get(table).text
    assert ada.post(table, **result("50", "40")).status_code == 303
    assert "You have said how it ended." in ada.get(table).text
    assert bob.post(table, **result("50", "40")).status_code == 303
    pages.settle()
    assert state(pages, at).ended


def test_a_name_is_removed_at_the_desk_and_by_operators(pages: Pages):
    host, eve, operator = pages.visitor(), pages.visitor(), an_operator(pages)
    at = club(pages, host)
    assert "Remove a name" not in eve.get(f"{at}/desk").text
    assert host.post(f"{at}/desk/unname", entrant="1").status_code == 400
    assert host.post(f"{at}/desk/unname", entrant="1", sure="yes").status_code == 303
    assert "Frida" not in host.get(f"{at}/standings").text
    assert "Entrant 1" in host.get(f"{at}/standings").text
    assert "Remove a name" in operator.get(f"{at}/desk").text
    for said, sentence in (
        ({"entrant": "2"}, "Say that you are sure."),
        ({"entrant": "x", "sure": "yes"}, "This form can&#39;t be understood."),
    ):
        unsure = operator.post(f"/operators{at}/unname", **said)
        assert (unsure.status_code, sentence in unsure.text) == (400, True), unsure.text
    assert "Gustav" in host.get(f"{at}/standings").text
    gone = operator.post(f"/operators{at}/unname", entrant="2", sure="yes")
    assert gone.status_code == 303, gone.text
    assert "Gustav" not in host.get(f"{at}/standings").text
    assert eve.post(f"/operators{at}/unname", entrant="3", sure="yes").status_code in (403, 404)
    assert "Hilde" in host.get(f"{at}/standings").text
