"""The calculator's page as data: cards laid as on a real table, and an address that says all of it."""

from typing import Any

import pytest

from shared.rules.sprawlopolis import GAME
from shared.rules.sprawlopolis.codes import read_cards, write_cards
from shared.rules.sprawlopolis.ground import CELLS, REACH, SPOTS
from shared.rules.sprawlopolis.state import Laid
from tests.rules.scenario import play

WRONG = "card {number} of the city can't lie as it is told"


def shown(**said: str) -> dict[str, Any]:
    assert GAME.calculator is not None
    return GAME.calculator.sheet(said)


def after(*presses: str, **said: str) -> dict[str, Any]:
    """The sheet after these presses, `key` or `key@place` each, from address to address."""
    sheet = shown(**said)
    for press in presses:
        key, _, place = press.partition("@")
        sheet = shown(**sheet["chosen"], press=key, on=place)
    return sheet


def test_a_newcomer_sees_all_goals_and_all_cards_and_an_empty_address():
    sheet = shown()
    assert (sheet["chosen"], sheet["counted"], sheet["wrong"]) == ({}, None, [])
    for pieces in (sheet["goals"], sheet["cards"]):
        assert [piece["number"] for piece in pieces] == list(range(1, 19))
    assert (sheet["difficulty"], sheet["difficulties"]) == ("normal", ["normal", "easier", "harder"])
    assert sheet["places"] == [{"row": 0, "column": 0, "gain": None}]


def test_a_city_is_laid_card_by_card():
    sheet = after("card-7", "lay@0,0", "card-4", "turn", "lay@-2,1")
    assert sheet["city"]["cards"] == [
        {"number": 7, "row": 0, "column": 0, "turned": False},
        {"number": 4, "row": -2, "column": 1, "turned": True},
    ]
    assert sheet["chosen"] == {"city": "geeDcf"}
    assert [card["number"] for card in sheet["cards"] if card["is_used"]] == [4, 7]
    assert not any(card["chosen"] for card in sheet["cards"])
    assert sheet["counted"]["total"] == sum(sheet["counted"]["lines"].values())
    assert sum(reason["points"] for reason in sheet["counted"]["reasons"]) == sheet["counted"]["total"]


def test_each_place_says_what_the_card_in_hand_would_bring():
    sheet = after("card-4", goals="1,18", city="gee")
    for place in sheet["places"]:
        laid = after(f"lay@{place['row']},{place['column']}", **sheet["chosen"])
        assert laid["counted"]["total"] - sheet["counted"]["total"] == place["gain"]
    assert {place["gain"] for place in after("card-4", **sheet["chosen"])["places"]} == {None}


def test_three_goals_make_the_target():
    sheet = after("goal-1", "goal-2", "goal-18", "goal-3", city="gee")
    assert sheet["chosen"] == {"city": "gee", "goals": "1,2,18"}
    assert (sheet["counted"]["target"], sheet["counted"]["won"]) == (21, False)
    assert [goal["number"] for goal in after("goal-2", **sheet["chosen"])["goals"] if goal["chosen"]] == [1, 18]


def test_a_card_is_a_goal_or_in_hand_or_in_the_city():
    assert after("goal-7", city="gee")["chosen"] == {"city": "gee"}
    assert after("card-7", city="gee")["chosen"] == {"city": "gee"}
    assert after("card-7", "goal-7")["chosen"] == {"goals": "7"}
    assert after("card-7", "goal-5")["chosen"] == {"goals": "5", "card": "7"}
    assert after("goal-7", "card-7")["chosen"] == {"goals": "7"}
    assert shown(goals="7", card="7")["chosen"] == {"goals": "7"}


def test_the_last_card_can_be_taken_up_again_and_all_of_them():
    assert after("take", city="geeDcf")["chosen"] == {"city": "gee", "card": "4", "turned": "yes"}
    assert after("empty", goals="1", city="geeDcf")["chosen"] == {"goals": "1"}


def test_the_difficulty_changes_what_counts():
    totals = [after(name, city="geeDcf")["counted"]["total"] for name in ("easier", "normal", "harder")]
    assert totals == [4, 4 - 2, 1 - 2]  # four zones of one block, two roads
    assert after("easier", "normal")["chosen"] == {}


@pytest.mark.parametrize(
    "press",
    ["lay@5,5", "lay@9", "lay", "lay@99,99", "goal-19", "goal", "card-x", "card", "take", "toString", "", "lay@0,0"],
)
def test_a_press_that_means_nothing_changes_nothing(press):
    assert after(press, goals="1,2")["chosen"] == {"goals": "1,2"}


def test_a_full_city_takes_no_more_cards():
    laid = play(GAME, 1, 3).state.laid
    sheet = after(city=write_cards(laid))
    assert len(sheet["city"]["cards"]) == 15
    assert sheet["places"] == []


@pytest.mark.parametrize(
    ("city", "number"), [("gee?", 2), ("geegef", 2), ("geebAA", 2), ("gef", 1), ("g", 1), ("g9e", 1), ("zee", 1)]
)
def test_of_a_city_that_can_not_be_what_can_is_kept(city, number):
    sheet = shown(city=city)
    assert sheet["wrong"] == [{"field": "city", "template": WRONG, "values": {"number": number}}]
    assert len(sheet["city"]["cards"]) == number - 1


@pytest.mark.parametrize("goals", ["1,1,2", "1,x,2", "1,2,3,4", "0,1,2", "01"])
def test_goals_that_can_not_be_are_named(goals):
    (wrong,) = shown(goals=goals)["wrong"]
    assert (wrong["field"], wrong["values"]) == ("goals", {"said": goals, "most": 3})
    assert shown(goals=" 1, 2,")["wrong"] == []


@pytest.mark.parametrize("seed", range(5))
def test_the_city_of_a_match_is_counted_like_the_match(seed):
    assert GAME.calculator is not None
    state = play(GAME, 3, seed, options=GAME.options(difficulty="harder")).state
    said = GAME.calculator.sheet_of(GAME.view(state, None), 1)
    assert all(len(value) <= 100 for value in said.values())  # so long a value may be in an address
    sheet = shown(**said)
    assert (sheet["chosen"], sheet["wrong"]) == (said, [])
    assert sheet["counted"]["total"] == GAME.points(state, 0)
    assert sheet["counted"]["won"] is (GAME.result(state).places[0] == 1)


def test_every_card_on_every_place_can_be_written():
    for cell in (cell for cell in CELLS if max(map(abs, cell)) <= REACH):
        for laid in (Laid(1, SPOTS[cell], False), Laid(18, SPOTS[cell], True)):
            assert list(read_cards(write_cards([laid]))) == [laid]
