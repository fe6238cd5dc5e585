"""Owners enter their bots in a tournament, by a page and by programs; the last round robin rates all bots."""

from typing import Any

import pytest

from shared.platform.player import as_player
from shared.roster import Kind, Offer, Plays
from shared.tournaments.of_bots import bot_standings, is_of_bots
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.test_operators import signed_in
from tests.frontend.tournaments.test_pages import set_up, state

pytestmark = pytest.mark.server


def owner_of(pages: Pages, *names: str, seats: tuple[int, ...] = (2, 3, 4)) -> Visitor:
    owner = signed_in(pages, pages.visitor())
    for name in names:
        games = {"quadropolis": Plays(seats, {})}
        pages.site.roster.register(Offer(name, 1, Kind.REMOTE, games, 5, at_once=2, owner=owner.person))
    return owner


def entrants(pages: Pages, at: str) -> list[tuple[str | None, bool]]:
    return [(one.player, one.is_in) for one in state(pages, at).entrants]


def test_an_owner_enters_a_bot_takes_it_out_and_brings_it_back(pages: Pages):
    owner, host = owner_of(pages, "zaphod"), pages.visitor()
    at = set_up(pages, host)
    assert f'href="{at}/bots">Enter a bot of yours' in owner.get(at).text
    page = owner.get(f"{at}/bots").text
    assert "It has not entered." in page
    assert "Its program is not connected." in page
    for act, words, is_in in (
        ("enter", "Take zaphod out", True),
        ("withdraw", "Bring zaphod back", False),
        ("return", "Take zaphod out", True),
    ):
        answer = owner.post(f"{at}/bots/zaphod@1/{act}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"{at}/bots")
        assert entrants(pages, at) == [("bot:zaphod@1", is_in)]
        assert words in owner.get(f"{at}/bots").text
    assert host.post(f"{at}/desk/add", kind="bots", lines="any_move").status_code == 303
    assert host.post(f"{at}/desk/start", sure="yes").status_code == 303
    assert f'href="{at}/bots">Your bots in this tournament' in owner.get(at).text
    assert host.post(f"{at}/desk/pause", note="it rains", sure="yes").status_code == 303
    assert f'href="{at}/bots"' in owner.get(at).text
    assert host.post(f"{at}/desk/end", note="it pours", sure="yes").status_code == 303
    assert f'href="{at}/bots"' not in owner.get(at).text


def test_buttons_call_a_bot_as_its_heading_does(pages: Pages):
    owner, at = owner_of(pages, "zaphod_the_first"), set_up(pages, pages.visitor())
    for act, words in (("enter", "Take {} out"), ("withdraw", "Bring {} back"), ("return", "Take {} out")):
        assert owner.post(f"{at}/bots/zaphod_the_first@1/{act}").status_code == 303
        page = owner.get(f"{at}/bots").text
        assert words.format("zaphod the first") in page
        assert "zaphod_the_first</" not in page


def test_a_program_enters_its_bot_by_its_own_call(pages: Pages):
    owner, at = owner_of(pages, "zaphod"), set_up(pages, pages.visitor())
    for act, is_in in (("enter", True), ("withdraw", False)):
        answer: Any = owner.client.post(f"/api/bots/zaphod@1{at}/{act}", json={"cause": f"{act}-00001"})
        assert answer.status_code == 200, answer.text
        assert answer.json["entrant"] == 0
        assert entrants(pages, at) == [("bot:zaphod@1", is_in)]


def test_nobody_enters_the_bot_of_somebody_else_and_a_refusal_stands_on_the_page(pages: Pages):
    owner, eve, at = owner_of(pages, "zaphod", seats=(2,)), owner_of(pages), set_up(pages, pages.visitor(), seats="3")
    assert eve.post(f"{at}/bots/zaphod@1/enter").status_code == 403
    assert eve.post(f"{at}/bots/nobody@1/enter").status_code == 404
    assert "You have registered no bot here." in eve.get(f"{at}/bots").text
    refused = owner.post(f"{at}/bots/zaphod@1/enter")
    assert refused.status_code == 403
    assert "The bot zaphod does not play this game in this way." in refused.text
    assert "It does not play this game in this way." in owner.get(f"{at}/bots").text
    assert entrants(pages, at) == []


def test_where_bots_are_not_welcome_no_page_offers_it(pages: Pages):
    owner = owner_of(pages, "zaphod")
    people = set_up(pages, pages.visitor(), bots="")
    assert f'href="{people}/bots"' not in owner.get(people).text
    assert "This tournament is for people alone." in owner.get(f"{people}/bots").text
    club = set_up(pages, pages.visitor(), in_person="yes")
    assert "so no bot can come" in owner.get(f"{club}/bots").text


@pytest.mark.parametrize("is_of_house", [True, False])
def test_the_last_round_robin_of_the_house_is_the_table_of_the_bots(pages: Pages, is_of_house: bool):
    host = signed_in(pages, pages.visitor(), roles="organiser" if is_of_house else "")
    at = set_up(pages, host, format="round_robin", title="Bots of the week", clock="total-600-5-0", rated="yes")
    assert state(pages, at).rules.terms.rated
    assert host.post(f"{at}/desk/add", kind="bots", lines="greedy\nany_move").status_code == 303
    assert host.post(f"{at}/desk/start", sure="yes").status_code == 303
    for _ in range(40):
        if state(pages, at).ended:
            break
        pages.settle()
    found = state(pages, at)
    assert is_of_bots(found)
    assert [(one.place, one.matches) for one in bot_standings(found)] in ([(1, 1), (2, 1)], [(1, 1), (1, 1)])
    page = pages.visitor().get("/bots").text
    assert ("Bots of the week" in page) is is_of_house
    assert (f'href="{at}/audit"' in page) is is_of_house
    assert ("bots played 1 match of Quadropolis, classic. There were 2 players at each table." in page) is is_of_house
    assert ("any move</a> <small>version 1</small></th>" in page) is is_of_house
    assert "Matches are rated." in pages.visitor().get(f"{at}/rules").text
    book = pages.site.books.now("quadropolis-classic")
    assert {player for player in book.players if book.point(player).matches} == {"bot:greedy@1", "bot:any_move@1"}


def test_a_round_robin_with_a_person_or_a_result_by_hand_rates_no_bot(pages: Pages):
    host = signed_in(pages, pages.visitor(), roles="organiser")
    at = set_up(pages, host, format="round_robin", in_person="yes")
    host.post(f"{at}/desk/add", kind="bots", lines="greedy\nany_move")
    host.post(f"{at}/desk/start", sure="yes")
    pages.settle()
    said = {"points-1": "40", "points-2": "30"}
    host.post(f"{at}/rounds/1/tables/1", **said)
    pages.settle()
    found = state(pages, at)
    assert found.ended
    assert not is_of_bots(found)
    with_person = found._replace(entrants=(found.entrants[0]._replace(player=as_player("ada")), *found.entrants[1:]))
    assert not is_of_bots(with_person)
    assert "last round robin" not in pages.visitor().get("/bots").text
