"""The calculator's sheet: every address has an answer, and every press leads to another address."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.rules.quadropolis import GAME
from shared.rules.quadropolis.board import BOARDS
from shared.rules.quadropolis.codes import Gift, built, counts, kinds, read_city, read_given, write_city, write_given
from shared.rules.quadropolis.pieces import Building, City, Kind, Mode
from shared.rules.quadropolis.presses import HANDLING, NUMBERS
from shared.rules.quadropolis.score import settle
from shared.rules.quadropolis.sheet import sheet, sheet_of
from tests.rules.scenario import play

Json = dict[str, Any]
MODES: tuple[Mode, ...] = get_args(Mode)
CASES = [json.loads(line) for line in Path(__file__).with_name("scored_cities.jsonl").read_text().splitlines()]
PRESSES = [
    *(*MODES, *NUMBERS, *HANDLING, *"TSVPQFHOMx012345?"),
    *("tool-S", "tool-x", "tool-?", "more", "less", "empty", "stop", "best"),
]
SHOP = {"city": "T3S-.V2", "inhabitants": "6", "energy": "3"}  # 6 + 7 + 2 + 2 points, an inhabitant and an energy left


@st.composite
def cities(draw: st.DrawFn, mode: Mode) -> City:
    standing = st.sampled_from([built(kind, number) for kind in kinds(mode) for number in counts(kind, mode)])
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


def after(told: Mapping[str, str], *presses: str, on: str = "1,1") -> Json:
    """The sheet after some presses, each from the address that the one before led to."""
    found = sheet(told)
    for press in presses:
        found = sheet({**found["chosen"], "press": press, "on": on})
    return found


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
    assert wrong["values"] == {"word": word, "row": row, "column": column, "mode": mode}
    assert wrong["template"].format(**wrong["values"]).startswith(f"\u201c{word}\u201d in row {row}")


@pytest.mark.parametrize("said", ["-1", "100", "a dozen", "1.5", "\u0663", "9" * 50])
@pytest.mark.parametrize("field", ["inhabitants", "energy"])
def test_a_number_that_is_none_is_named_with_its_field(field, said):
    found = sheet({**SHOP, field: said})
    (wrong,) = found["wrong"]
    assert wrong["template"].format(**wrong["values"]).startswith(f"{field} must be a whole number from 0 to 99")
    assert found[field] == 0
    assert sheet({**SHOP, field: " 99 "})[field] == 99


@pytest.mark.parametrize(
    ("mode", "presses", "city"),
    [
        ("classic", ["T"], "T"),
        ("classic", ["T", "T", "T", "T"], "T4"),
        ("classic", ["T"] * 5, "T"),
        ("expert", ["T"] * 5, "T5"),
        ("expert", ["O", "O"], "O2"),
        ("classic", ["O"], ""),
        ("classic", ["V", "V"], "V1"),
        ("classic", ["H"] * 5, "H"),
        ("classic", ["S", "S"], "S"),
        ("classic", ["S", "F"], "F"),
        ("classic", ["T", "more", "more", "less"], "T2"),
        ("classic", ["T", "less"], "T"),
        ("classic", ["H", "more", "3", "more"], "H3"),
        ("classic", ["T", "4", "5"], "T4"),
        ("classic", ["P", "2"], "P"),
        ("classic", ["more"], ""),
        ("classic", ["T", "x"], ""),
        ("classic", ["T", "?"], "T"),
    ],
)
def test_presses_on_a_square_build_count_and_clear(mode, presses, city):
    assert after({"mode": mode}, *presses)["chosen"].get("city", "") == city


def test_a_press_outside_of_the_city_changes_nothing():
    assert after(SHOP, "T", on="5,1")["chosen"] == sheet(SHOP)["chosen"]


def test_the_tool_is_kept_where_the_mode_has_it():
    assert after({"mode": "expert"}, "tool-O")["tool"] == "O"
    assert after({"mode": "expert"}, "tool-O", "classic")["tool"] == "T"
    assert after({}, "tool-x")["tool"] == "x"
    assert after({"tool": "S"}, "tool-?")["tool"] == "T"


def test_another_mode_keeps_what_fits_there():
    expert = {"mode": "expert", "city": "T5O..S-..M-V2", "inhabitants": "3"}
    assert after(expert, "classic")["chosen"] == {"city": "T4--V2", "inhabitants": "3"}
    assert after(SHOP, "expert")["chosen"] == {"mode": "expert", **SHOP}


def test_what_another_mode_would_not_keep_is_told_before():
    """A floor, an office, a shop in the fifth column and a monument."""
    assert sheet({"mode": "expert", "city": "T5O..S-..M-V2"})["lost"] == {"classic": 4, "expert": 0}
    assert sheet(SHOP)["lost"] == {"classic": 0, "expert": 0}


def test_numbers_step_within_their_limits():
    assert after({}, "more-inhabitants", "more-energy")["chosen"] == {"inhabitants": "1", "energy": "1"}
    assert after({}, "fewer-inhabitants", "less-energy")["chosen"] == {}
    assert after({"energy": "99"}, "more-energy")["energy"] == 99


def test_all_can_be_cleared():
    assert after({**SHOP, "given": "best"}, "empty")["chosen"] == {}


def test_exploring_starts_at_the_best_and_ends_without_a_trace():
    found = after(SHOP, "best")
    assert found["chosen"]["given"] == "ee4-.i1"
    assert found["hands"]["difference"] == 0
    assert found["hands"]["free"] == {"inhabitants": 1, "energy": 1}
    assert found["hands"]["reasons"] == found["best"]["reasons"]
    assert after(SHOP, "best", "stop")["chosen"] == SHOP


def test_what_is_held_stays_as_it_is_while_exploring():
    found = after(SHOP, "best", "more-energy", "fewer-inhabitants", "T")
    assert found["chosen"] == {**SHOP, "given": "ee4-.i1", "at": "1,1"}


@pytest.mark.parametrize(
    ("square", "given_", "presses", "led_to"),
    [
        ("1,2", "ee4-.i1", ["touch"], "e-.i1"),
        ("1,2", "0", ["touch"], ".e"),
        ("1,2", "0", ["touch"] * 3, ".e2"),
        ("1,1", "0", ["touch"], "e"),
        ("1,1", "0", ["touch", "touch"], "0"),
        ("2,2", "0", ["touch"], "-.i1"),
        ("1,2", "ee4", ["I", "I"], "ee2"),
        ("1,2", "ee4", ["i"], "ee4"),
        ("1,2", "ee4", ["E"], "ei4"),
        ("1,2", "0", ["i", "e"], ".e1"),
        ("1,2", "0", ["I", "E"], "0"),
        ("1,1", "0", ["i"], "0"),
        ("3,3", "0", ["touch", "i", "e"], "0"),
    ],
)
def test_presses_on_a_building_give_and_take(square, given_, presses, led_to):
    found = after({**SHOP, "given": given_}, *presses, on=square)
    assert found["chosen"]["given"] == led_to
    assert found["chosen"]["at"] == square


def test_an_office_gets_both_that_it_needs():
    office = {"mode": "expert", "city": "O2", "inhabitants": "1", "energy": "1", "given": "0"}
    assert after(office, "touch")["chosen"]["given"] == "e1"
    assert after(office, "touch", "touch")["chosen"]["given"] == "0"
    assert after({**office, "energy": "0"}, "touch")["chosen"]["given"] == "i1"


def test_only_what_is_there_can_be_given():
    poor = {"city": "TT", "energy": "1"}
    assert sheet({**poor, "given": "ee"})["chosen"]["given"] == "e"
    assert sheet({**poor, "given": "e4"})["chosen"]["given"] == "e"
    assert after({**poor, "given": "e"}, "touch", "e", on="1,2")["chosen"]["given"] == "e"


def test_what_lies_on_an_inactive_building_counts_as_left_over():
    found = sheet({**SHOP, "given": "ei4-.i1", "at": "1,2"})["hands"]
    assert found["at"]["active"] is False
    assert found["at"]["inhabitants"] == 4
    assert found["lines"]["shops"] == 0
    assert found["left"] == {"inhabitants": 5, "energy": 2}
    assert found["free"] == {"inhabitants": 1, "energy": 2}
    assert found["total"] == 6 + 2 + 2 - 5 - 2


def test_a_press_says_whether_it_would_change_something():
    tower = sheet({**SHOP, "given": "0", "at": "1,1"})["hands"]["at"]
    assert tower["can"] == {"touch": True, "i": False, "I": False, "e": True, "E": False}
    assert tower["gives"]
    assert not sheet({**SHOP, "given": "e", "at": "1,1"})["hands"]["at"]["gives"]


def test_an_unreadable_gift_is_as_if_the_best_were_given():
    best = sheet({**SHOP, "given": "best"})["hands"]
    for given_ in ("zz", "e-e-e-e-e", "best!"):
        found = sheet({**SHOP, "given": given_})["hands"]
        assert (found["total"], found["squares"]) == (best["total"], best["squares"])
    assert sheet({**SHOP, "given": ""})["hands"] is None


def test_an_empty_square_is_nothing_in_hand():
    assert sheet({**SHOP, "given": "0", "at": "4,4"})["hands"]["at"] is None


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
