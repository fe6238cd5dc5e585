"""Calculator and exploring at the door: each step is an address, for scripts and without them."""

import html
import re
from dataclasses import replace
from hashlib import sha256

import pytest

from frontend.pages import score
from services.console.practice import in_ledger, play_out
from shared.bots import player
from shared.games.registry import GAMES
from shared.ledger.ids import id_from
from shared.platform.match import Start
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server

SHOP = "/score/quadropolis?city=T3S-.V2&inhabitants=6&energy=3"


def total(page: str) -> int:
    said = page.split('class="sheet-total"', 1)[1].split("<b>", 1)[1].split("</b>", 1)[0]
    return int(said.replace("\u2212", "-"))


def finished(pages: Pages, visitor: Visitor) -> str:
    id_ = pages.match(visitor)
    for turn in range(16):
        visitor.move(id_, cause=f"turn-number-{turn:02}")
        pages.settle()
    return id_


def test_an_address_is_counted(pages: Pages):
    page = pages.visitor().get(SHOP)
    assert page.status_code == 200
    assert total(page.text) == 15
    assert "A shop with 4 customers" in page.text


def test_a_press_leads_to_an_address_of_its_own(pages: Pages):
    ada = pages.visitor()
    plain = ada.get(f"{SHOP}&press=P&on=1,3")
    assert (plain.status_code, plain.headers["Location"]) == (303, SHOP.replace("T3S", "T3SP"))
    swapped = ada.get(f"{SHOP}&press=P&on=1,3", htmx=True)
    assert swapped.headers["HX-Push-Url"] == SHOP.replace("T3S", "T3SP")
    assert swapped.text.lstrip().startswith('<div id="score"')
    assert "<html" not in swapped.text


def test_the_address_keeps_text_in_its_place(pages: Pages):
    """Whatever somebody writes there: it names no other site, and no markup."""
    page = pages.visitor().get('/score/quadropolis?energy="><script>&mode=//evil.example&city=%0d%0aX: y')
    assert page.status_code == 200
    assert "<script>&" not in page.text
    assert "not “&#34;&gt;&lt;script&gt;”" in page.text
    step = pages.visitor().get("/score/quadropolis?mode=//evil.example&city=%0d%0aX&press=T&on=1,1")
    assert step.headers["Location"] == "/score/quadropolis?city=T"
    assert pages.visitor().get(f"/score/quadropolis?city={'T' * 5000}").status_code == 200


def test_only_games_with_a_calculator_have_its_page(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    ada = pages.visitor()
    assert ada.get("/score/opera").status_code == 404
    monkeypatch.setattr(score, "GAMES", {"quadropolis": replace(GAMES["quadropolis"], calculator=None)})
    assert ada.get("/score/quadropolis").status_code == 404


def test_the_calculator_is_a_link_away(pages: Pages):
    ada = pages.visitor()
    for address in ("/", "/help/quadropolis"):
        assert 'href="/score/quadropolis"' in ada.get(address).text, address


def test_a_finished_match_is_explored_at_an_address_and_nothing_is_stored(pages: Pages):
    ada = pages.visitor()
    id_ = finished(pages, ada)
    before = pages.streams.match(id_).version
    result = ada.get(f"/m/{id_}/result").text
    seen = pages.streams.score(id_)
    assert seen is not None
    assert "/score/quadropolis?mode=classic&amp;city=" in result
    for seat, points in enumerate(seen.points):
        explored = ada.get(f"/m/{id_}/result?explore={seat + 1}&given=best").text
        assert total(explored) == points
        assert f"best {points}: as good as it gets".replace("-", "\u2212") in explored
    nothing = ada.get(f"/m/{id_}/result?explore=1&given=0", htmx=True)
    assert nothing.headers["HX-Push-Url"] == f"/m/{id_}/result?explore=1&given=0"
    assert total(nothing.text) <= seen.points[0]
    stopped = ada.get(f"/m/{id_}/result?explore=1&given=0&press=stop")
    assert stopped.headers["Location"] == f"/m/{id_}/result?explore=1"
    assert "sheet-total" not in ada.get(stopped.headers["Location"]).text
    assert pages.streams.match(id_).version == before


def test_a_seat_that_is_none_is_as_if_nobody_explored(pages: Pages):
    ada = pages.visitor()
    id_ = finished(pages, ada)
    for explore in ("0", "3", "x", ""):
        page = ada.get(f"/m/{id_}/result?explore={explore}&given=best")
        assert page.status_code == 200
        assert "sheet-total" not in page.text


def test_exploring_counts_what_the_seat_has_whatever_the_address_says(pages: Pages):
    ada = pages.visitor()
    id_ = finished(pages, ada)
    asked = f"/m/{id_}/result?explore=1&given=best"
    more = ada.get(f"{asked}&inhabitants=99&energy=99&city=T4T4T4T4&mode=expert")
    assert total(more.text) == total(ada.get(asked).text)


def wrong(page: str) -> list[str]:
    return [html.unescape(each) for each in re.findall(r'<p class="wrong">(.*?)</p>', page)]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("quadropolis?mode=zzz", "There is no mode “zzz”: the city is counted in classic mode."),
        ("quadropolis?tool=O", "Nothing is built with “O” in classic mode."),
        ("quadropolis?given=best&at=7,7", "There is no square 7,7 in this city."),
        ("quadropolis?given=?", "“?” does not say who is where: the best allocation is shown."),
        ("quadropolis?energy=1000", "Energy must be a whole number from 0 to 999, not “1000”; 0 is counted."),
        ("quadropolis?given=best&energy=-1", "Energy must be a whole number from 0 to 999, not “-1”; 0 is counted."),
        ("quadropolis?fbclid=1", "This page does not know “fbclid”: it was left out."),
        ("quadropolis?mode=expert&mode=classic", "“mode” comes more than once: the first one counts."),
        (f"quadropolis?city={'T' * 101}", "“city” is longer than 100 characters: it was left out."),
        ("quadropolis?press=jump", "There is no step “jump” here: nothing was changed."),
        ("sprawlopolis?card=19", "There is no card 19: none is in hand."),
        ("sprawlopolis?difficulty=zzz", "There is no difficulty “zzz”: the city is counted as normal."),
        ("sprawlopolis?goals=1,19", "There is no goal 19."),
        ("sprawlopolis?turned=1", "“1” does not turn a card: only “yes” does."),
        ("sprawlopolis?on=here", "“here” is not a place: nothing was changed."),
    ],
)
def test_whatever_of_an_address_was_left_out_is_said(pages: Pages, address: str, said: str):
    page = pages.visitor().get(f"/score/{address}")
    assert (page.status_code, wrong(page.text)) == (200, [said])


def test_a_city_that_can_not_lie_so_names_the_rule(pages: Pages):
    assert wrong(pages.visitor().get("/score/sprawlopolis?city=geebAA").text) == [
        "A card must cover the city or lie beside it.",
        "Card 2 of the city can't lie there: it and all cards after it are left out.",
    ]


def test_what_no_box_holds_is_said_beside_the_total(pages: Pages):
    page = pages.visitor().get("/score/quadropolis?mode=expert&city=MMMMM").text
    assert "<li>More monuments than the box holds: 4.</li>" in page
    page = pages.visitor().get("/score/sprawlopolis?goals=1,2,3,4").text
    assert "<li>More goals than a match has: 3.</li>" in page


def test_the_result_says_what_of_its_address_was_left_out(pages: Pages):
    ada = pages.visitor()
    result = f"/m/{finished(pages, ada)}/result"
    assert wrong(ada.get(f"{result}?explore=9").text) == ["There is no city 9 to explore here."]
    assert wrong(ada.get(f"{result}?explore=1&given=best&mode=expert").text) == [
        "“mode” can't be entered here: the match decides it."
    ]
    said = wrong(ada.get(f"{result}?explore=1&given=best&zzz=1").text)
    assert said == ["This page does not know “zzz”: it was left out."]
    assert wrong(ada.get(f"{result}?explore=1&given=best").text) == []


def test_the_result_names_the_tie_break_that_decided(pages: Pages):
    """A match of four bots; the seed of another gives two who are equal in points on place 2."""
    for number, said in ((1, "wins by fewer empty squares: 7 against 10."), (2, "More inhabitants in the city put ")):
        seed = sha256(f"quadropolis:{number}:0".encode()).hexdigest()
        start = Start(
            game=GAMES["quadropolis"],
            options=GAMES["quadropolis"].options(),
            players=(player("any_move"),) * 4,
            seed=seed,
            nonces=(None,) * 4,
            table=None,
            practice=True,
        )
        id_ = id_from(sha256(f"id:{seed}".encode()).digest())  # it is mixed into the draws
        match, _ = play_out(start, in_ledger(pages.streams, id_))
        pages.settle()
        assert said in pages.visitor().get(f"/m/{match.id}/result").text
        told = pages.visitor().get(f"/api/scoring/matches/{match.id}").json
        assert told
        assert [each["values"] for each in told["tie_breaks"]] == [[7, 10] if number == 1 else [10, 5]]
