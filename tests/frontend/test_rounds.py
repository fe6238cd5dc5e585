"""A round in the calculator: each city is a step away, the address holds all of it, it can be kept as an evening."""

import html
import re
from datetime import UTC, datetime
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from frontend.people import evenings
from frontend.presentation.evenings import names_in
from frontend.presentation.round import Seat, named, packed, split, unpacked
from frontend.presentation.sheet import Entered
from shared.games.registry import GAMES
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server
CALCULATOR = GAMES["quadropolis"].calculator
ADA = "/score/quadropolis?city=T3S-.V2&inhabitants=6&energy=3&who=Ada"
BO = "&p2=PPT2-HHHH~4~5~Bo"
SPRAWL = "/score/sprawlopolis?goals=3,6,9&city=beeaedrechdbLccNbc"
HOSTILE = '"><script>alert(1)</script>'


def pressed(visitor: Visitor, address: str, press: str) -> str:
    """The address that a press leads to, without scripts."""
    answer = visitor.get(f"{address}&press={press}")
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def said(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def words(page: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html.unescape(page)).split())


def test_a_round_says_who_wins_by_which_tie_break_with_all_numbers(pages: Pages):
    page = words(pages.visitor().get(ADA + BO).text)
    assert "Ada wins by more inhabitants in the city: 5 against 4." in page
    assert "Total 15 15" in page
    assert "Inhabitants in the city: more is better 5 4" in page
    assert "Empty squares: fewer is better 13 9" in page
    assert "Rank 1 ★ 2" in page


def test_a_round_grows_to_four_cities_and_each_can_be_opened_and_taken_out(pages: Pages):
    ada = pages.visitor()
    at = pressed(ada, ADA, "add-city")
    assert said(at) == {"p1": "T3S-.V2~6~3~Ada"}
    at = pressed(ada, f"{at}&city=P&who=Bo", "add-city")
    at = pressed(ada, f"{at}&inhabitants=2", "open-3")
    assert 'data-press="add-city"' in ada.get(at).text
    at = pressed(ada, at, "add-city")
    assert said(at) == {"p1": "T3S-.V2~6~3~Ada", "p2": "P~~~Bo", "p3": "~2~~"}
    at = pressed(ada, at, "open-1")
    assert said(at) == {**said(ADA), "p2": "P~~~Bo", "p3": "~2~~", "p4": "~~~"}
    assert 'data-press="add-city"' not in ada.get(at).text  # four cities are a table
    at = pressed(ada, at, "drop-city")
    assert said(at) == {"city": "P", "who": "Bo", "p2": "~2~~", "p3": "~~~"}
    assert said(pressed(ada, pressed(ada, at, "drop-city"), "drop-city")) == {}


def test_what_was_typed_counts_before_another_city_opens(pages: Pages):
    swapped = pages.visitor().get(f"{ADA}{BO}&press=open-2".replace("energy=3", "energy=9"), htmx=True)
    assert said(swapped.headers["HX-Push-Url"]) == {
        **{"city": "PPT2-HHHH", "inhabitants": "4", "energy": "5", "who": "Bo"},
        "p1": "T3S-.V2~6~9~Ada",
    }


def test_a_step_of_one_city_keeps_the_others(pages: Pages):
    assert said(pressed(pages.visitor(), ADA + BO, "more-energy")) == {**said(ADA + BO), "energy": "4"}
    assert said(pressed(pages.visitor(), ADA + BO, "energy&on=1")) == {**said(ADA + BO), "energy": "31"}
    form = pages.visitor().get(ADA + BO).text.split('<form class="numbers"', 1)[1].split("</form>", 1)[0]
    assert '<input type="hidden" name="p2" value="PPT2-HHHH~4~5~Bo">' in form


def test_old_addresses_show_one_city_as_before(pages: Pages):
    page = pages.visitor().get("/score/quadropolis?city=T3S-.V2&inhabitants=6&energy=3").text
    assert "round-outcome" not in page
    assert 'class="sheet-total" role="status"><b>15</b>' in page


def test_names_are_text_and_what_makes_no_sense_is_an_empty_city(pages: Pages):
    page = pages.visitor().get(f"{ADA}&p2={quote('?~x~~' + HOSTILE)}&p3=~&p9=x").text
    assert "<script>alert" not in page
    assert "this page does not know “p9”" in html.unescape(page).replace("This", "this")
    assert "City 3" in words(page)


def test_cities_are_packed_and_unpacked():
    assert CALCULATOR is not None
    seat = Seat("A~b", {"city": "T3S", "inhabitants": "6", "energy": ""})
    assert unpacked(CALCULATOR, packed(CALCULATOR, seat)) == seat
    assert unpacked(CALCULATOR, "") == Seat("", {"city": "", "inhabitants": "", "energy": ""})
    found, own = split(CALCULATOR, Entered({"p1": "a~b~c~d", "p4": "e~f~g~h", "city": "T"}))
    assert (found.at, [each.who for each in found.seats], own) == (1, ["d", "", "h"], {"city": "T"})
    assert named("x" * 40 + "\u202e") == "x" * 24


def test_the_code_is_a_picture_of_the_same_address(pages: Pages):
    page = pages.visitor().get(ADA + BO).text
    source = html.unescape(re.search(r'class="qr" src="([^"]+)"', page)[1])  # type: ignore[index]  # it is there
    answer = pages.visitor().get(source)
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    assert answer.data.startswith(b"<?xml")
    assert pages.visitor().get("/score/quadropolis/qr.svg?city=" + "T" * 4000).status_code == 404
    assert pages.visitor().get("/score/chess/qr.svg").status_code == 404


def test_a_round_is_kept_as_an_evening_seen_by_its_person_alone_and_can_be_removed(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    assert "Keep as our evening" in ada.get(ADA + BO).text
    assert "Keep as our evening" not in ada.get(ADA).text
    for _ in range(2):  # pressed twice, it is one evening
        answer = ada.post("/evenings", count=ADA + BO)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/evenings")
    page = ada.get("/evenings").text
    assert words(page).count("Ada : 15 points ★ Bo: 15 points") == 1
    assert f'datetime="{datetime.now(UTC):%Y-%m}' in page
    assert "Bo: 15 points" not in words(eve.get("/evenings").text)
    link = html.unescape(re.search(r'<a href="(/score/quadropolis[^"]+)"', page)[1])  # type: ignore[index]  # it is there
    assert said(link) == said(ADA + BO)
    kept = re.search(r'name="evening" value="(\w+)"', page)[1]  # type: ignore[index]  # it is there
    eve.post("/evenings/remove", evening=kept)
    assert "Bo: 15 points" in words(ada.get("/evenings").text)
    ada.post("/evenings/remove", evening=kept)
    assert "None yet" in ada.get("/evenings").text


def test_a_city_that_all_share_is_kept_with_who_played(pages: Pages):
    ada = pages.visitor()
    ada.post("/evenings", count=SPRAWL, players=f"Ada, {HOSTILE}, ")
    page = ada.get("/evenings").text
    assert "<script>alert" not in page
    assert re.search(r"Ada and .*: 13 of 18 points", words(page))
    assert names_in("a, b,, c, d, e, " + "x" * 99) == ["a", "b", "c", "d"]


def test_only_counts_can_be_kept_and_not_too_many(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    ada = pages.visitor()
    for address in ("", "/score/chess?city=T", ADA, "https://elsewhere.example/", ADA + BO + "x" * 3000):
        answer = ada.post("/evenings", count=address)
        assert answer.status_code == 400
        nothing = "there is nothing to keep yet: count a city first"
        what = nothing if address == ADA else "this is not the address of a count"
        assert what.lower() in words(answer.text).lower()
    monkeypatch.setattr(evenings, "MOST", 1)
    ada.post("/evenings", count=ADA + BO)
    refused = ada.post("/evenings", count=SPRAWL)
    assert refused.status_code == 403
    assert "you have kept 1 evenings: remove one first" in refused.text.replace("You", "you")
    assert ada.post("/evenings", count=ADA + BO).status_code == 303
