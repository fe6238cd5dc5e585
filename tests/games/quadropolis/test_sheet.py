"""The calculator's sheet: every address has an answer, and names what it can't read."""

import json
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.annotations import Json
from shared.games.quadropolis import GAME
from shared.games.quadropolis.page.codes import built, figures, read_city, read_given, write_city, write_given
from shared.games.quadropolis.page.presses import HANDLING, NUMBERS
from shared.games.quadropolis.page.sheet import sheet, sheet_of
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.pieces import Building, City, Kind, Mode
from shared.games.quadropolis.play.tiles import KINDS
from shared.games.quadropolis.score.placing import Gift
from shared.games.quadropolis.score.score import settle
from tests.games.quadropolis.steps import SHOP
from tests.games.scenario import play

MODES: tuple[Mode, ...] = get_args(Mode)
CASES = [json.loads(line) for line in Path(__file__).with_name("scored_cities.jsonl").read_text().splitlines()]
PRESSES = [
    *("inhabitants", "energy"),
    *(*MODES, *NUMBERS, *HANDLING, *"TSVPQFHOMx012345?"),
    *("tool-S", "tool-x", "tool-?", "more", "less", "put", "empty", "stop", "best"),
]


@st.composite
def cities(draw: st.DrawFn, mode: Mode) -> City:
    standing = st.sampled_from([built(kind, number) for kind in KINDS[mode] for number in figures(kind, mode)])
    return tuple(draw(st.none() | standing) for _ in range(BOARDS[mode].squares))


modes = st.sampled_from(MODES)
words = st.text("TSVPQFHOMxei0123459.-,?", max_size=12)
numbers = st.integers(0, 20).map(str)
addresses = st.fixed_dictionaries(
    {},
    optional={
        "mode": modes | words,
        "city": words | modes.flatmap(lambda mode: cities(mode).map(lambda city: write_city(mode, city))),
        "inhabitants": numbers | words,
        "energy": numbers | words,
        "tool": words,
        "given": words | st.just("best"),
        "at": words | st.just("1,2"),
        "press": st.sampled_from(PRESSES),
        "on": st.sampled_from(["1,1", "1,2", "2,3", "4,5", "9,9", ""]),
    },
)


def as_city(case: Json) -> str:
    squares = [each for row in case["input"]["city"] for each in row]
    standing = (
        each and Building(Kind(each["building"]), each.get("floors", 1), each.get("points", 0)) for each in squares
    )
    return write_city(case["input"]["mode"], tuple(standing))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_known_cities_are_counted_from_their_address(case):
    told = {name: str(case["input"][name]) for name in ("mode", "inhabitants", "energy")}
    found = sheet({**told, "city": as_city(case)})
    assert found["best"]["total"] == case["expect"]["total"]
    lines = found["best"]["lines"]
    assert {line: lines.get(line, 0) for line in case["expect"]["lines"]} == case["expect"]["lines"]
    assert found["wrong"] == []


@settings(max_examples=150)
@given(told=addresses)
def test_every_address_has_an_answer_that_leads_to_itself(told):
    found = sheet(told)
    json.dumps(found)
    again = sheet(found["chosen"])
    assert again["chosen"] == found["chosen"]
    assert {**again, "wrong": []} == {**found, "wrong": []}
    assert again["wrong"] == []
    for counted in (found["best"], found["hands"] or found["best"]):
        assert sum(each["points"] for each in counted["reasons"]) == counted["total"] == sum(counted["lines"].values())
    if found["hands"]:
        assert found["hands"]["difference"] <= 0
        assert min(found["hands"]["free"].values()) >= 0


@given(data=st.data(), mode=modes)
def test_a_city_comes_back_from_its_text(data, mode):
    city = data.draw(cities(mode))
    assert read_city(mode, write_city(mode, city)) == (city, ())


@given(data=st.data(), mode=modes)
def test_gifts_come_back_from_their_text(data, mode):
    gift = st.builds(Gift, st.integers(0, 5), st.integers(0, 1))
    given_ = tuple(data.draw(gift) for _ in range(BOARDS[mode].squares))
    assert read_given(mode, write_given(mode, given_)) == given_


def test_a_city_is_short_text():
    case = next(case for case in CASES if case["id"] == "E01")
    assert as_city(case) == ".OFH-TPOFS-QTPOF-T4QT.S"
    assert write_city("classic", (None,) * 16) == ""


@pytest.mark.parametrize(
    ("mode", "text", "word", "row", "column"),
    [
        ("classic", "O", "O", 1, 1),
        ("classic", "TT5", "T5", 1, 2),
        ("classic", "-TSVPQ", "Q", 2, 5),
        ("expert", "S-S-S-S-S", "S", 5, 1),
        ("expert", ".V3", "V3", 1, 2),
        ("expert", "T0", "T0", 1, 1),
        ("expert", "S!", "!", 1, 2),
    ],
)
def test_what_can_not_stand_there_is_named_and_left_out(mode, text, word, row, column):
    (wrong,) = sheet({"mode": mode, "city": text})["wrong"]
    assert wrong["field"] == "city"
    assert wrong["values"] == {"word": word, "row": row, "column": column}
    assert wrong["template"].format(**wrong["values"]).startswith(f"\u201c{word}\u201d in row {row}")


@pytest.mark.parametrize("said", ["-1", "1000", "a dozen", "1.5", "\u0663", "9" * 50])
@pytest.mark.parametrize("field", ["inhabitants", "energy"])
def test_a_number_that_is_none_is_named_with_its_field(field, said):
    found = sheet({**SHOP, field: said})
    (wrong,) = found["wrong"]
    assert wrong["template"].format(**wrong["values"]).startswith(f"{field} must be a whole number from 0 to 999")
    assert found[field] == 0
    assert sheet({**SHOP, field: " 999 "})[field] == 999


def test_only_lines_of_the_mode_are_shown():
    assert "offices" not in sheet({})["best"]["lines"]
    assert list(sheet({"mode": "expert"})["best"]["lines"]) == list(settle("expert", (None,) * 20, 0, 0).lines)
    assert sheet({})["numbers"] is None
    assert sheet({"mode": "expert"})["numbers"][0] == [2, 3, 1, 1, 3]


@pytest.mark.parametrize("mode", MODES)
def test_a_seat_of_a_match_is_told_to_the_calculator_with_all_it_has(mode):
    state = play(GAME, 2, 3, options=GAME.options(mode=mode)).state
    for seat in (0, 1):
        told = sheet_of(GAME.view(state, None), seat)
        assert sheet(told)["best"]["total"] == GAME.points(state, seat)
        assert set(told) == {"mode", "city", "inhabitants", "energy"}


@pytest.mark.parametrize(
    ("field", "said"),
    [
        *(("mode", "zzz"), ("mode", "Classic"), ("tool", "Z"), ("tool", "O"), ("at", "9,9"), ("given", "?")),
        *(("given", "e9"), ("press", "jump"), ("on", "5,5"), ("utm_source", "x")),
    ],
)
def test_whatever_can_not_be_read_is_named(field, said):
    """Offices are there in expert mode only, and no shop of a classic city takes nine customers."""
    (wrong,) = sheet({"city": "S", **{field: said}})["wrong"]
    is_known = field != "utm_source"
    assert wrong["field"] == (field if is_known else "address")
    assert (said if is_known else field) in wrong["template"].format(**wrong["values"])


def test_of_many_words_that_stand_for_nothing_some_are_named_and_the_others_counted():
    wrong = sheet({"city": "????-???"})["wrong"]
    assert [each["values"].get("word") for each in wrong] == ["?", "?", "?", None]
    assert wrong[-1]["values"] == {"count": 4}


@pytest.mark.parametrize("press", ["more-energy", "less-energy", "empty"])
def test_a_press_that_changes_a_field_takes_what_was_wrong_in_it_away(press):
    found = sheet({"energy": "1000", "press": press})
    assert [each["field"] for each in found["wrong"]] == ([] if press != "less-energy" else ["energy"])
