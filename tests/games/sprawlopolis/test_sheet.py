"""The calculator's page as data: cards laid as on a real table, and an address that holds all of it."""

from typing import Any

import pytest

from shared.errors import Malformed
from shared.games.grid import Cell
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.page.calculator import CityOnTheTable, count
from shared.games.sprawlopolis.page.codes import read_cards, write_cards
from shared.games.sprawlopolis.page.told_city import as_sentence
from shared.games.sprawlopolis.play.ground import CELLS, REACH, SPOTS
from shared.games.sprawlopolis.play.state import Laid
from shared.ledger.forms.schema import made
from tests.games.scenario import play

LEFT_OUT = "card {number} of the city can't lie there: it and all cards after it are left out"


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


def sentences(named: list[dict[str, Any]]) -> list[str]:
    return [each["template"].format(**each["values"]) for each in named]


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


def test_the_goals_make_the_target():
    sheet = after("goal-1", "goal-2", "goal-18", city="gee")
    assert sheet["chosen"] == {"city": "gee", "goals": "1,2,18"}
    assert (sheet["counted"]["target"], sheet["counted"]["won"], sheet["beyond"]) == (21, False, [])
    assert [goal["number"] for goal in after("goal-2", **sheet["chosen"])["goals"] if goal["chosen"]] == [1, 18]


def test_any_goals_may_be_told_and_what_no_match_has_is_said():
    sheet = after("goal-3", goals="1,2,18", city="gee")
    assert sheet["counted"]["target"] == 24
    assert sentences(sheet["beyond"]) == ["more goals than a match has: 3"]
    assert len(shown(goals=",".join(map(str, range(1, 19))), city="gee")["counted"]["lines"]) == 5 + 18


def test_a_goal_may_also_lie_in_the_city_and_that_is_said():
    sheet = after("goal-7", city="gee")
    assert sheet["chosen"] == {"city": "gee", "goals": "7"}
    assert sentences(sheet["beyond"]) == ["card 7 is both a goal and in the city; cards of that number in the box: 1"]
    assert after("goal-7", "card-7", "lay@0,0")["chosen"] == {"city": "gee", "goals": "7"}


def test_a_card_is_in_hand_or_in_the_city():
    assert after("card-7", city="gee")["chosen"] == {"city": "gee"}
    found = shown(city="gee", card="7")
    assert found["chosen"] == {"city": "gee"}
    assert sentences(found["wrong"]) == ["card 7 is already in the city"]


def test_only_a_match_that_can_be_is_decided():
    laid = play(GAME, 1, 3).state
    goals, city = ",".join(map(str, laid.goals)), write_cards(laid.laid)
    in_city = next(card.card for card in laid.laid)
    assert shown(goals=goals, city=city)["decided"] is True
    for other in ("", "1", f"{goals},{in_city}", ",".join([*goals.split(",")[:2], str(in_city)])):
        assert shown(goals=other, city=city)["decided"] is False


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
    ("city", "number", "rule"),
    [
        ("gee?", 2, "\u201c?\u201d is not a card of a city"),
        ("geegef", 2, "card 7 is already in the city"),
        ("geebAA", 2, "a card must cover the city or lie beside it"),
        ("geebgg", 2, "touching the city at a corner is not enough: the card must share a side with it"),
        ("gef", 1, "a city begins with a card at \u201cee\u201d"),
        ("g", 1, "\u201cg\u201d is not a card of a city"),
        ("g9e", 1, "\u201cg9e\u201d is not a card of a city"),
        ("zee", 1, "\u201czee\u201d is not a card of a city"),
    ],
)
def test_of_a_city_that_can_not_be_what_can_is_kept(city, number, rule):
    sheet = shown(city=city)
    assert {each["field"] for each in sheet["wrong"]} == {"city"}
    assert sentences(sheet["wrong"]) == [rule, LEFT_OUT.format(number=number)]
    assert len(sheet["city"]["cards"]) == number - 1


def test_a_sixteenth_card_is_too_much():
    full = write_cards(play(GAME, 1, 3).state.laid)
    assert sentences(shown(city=f"{full}qee")["wrong"])[0] == "a city has 1 to 15 cards"


@pytest.mark.parametrize("place", [(0, 0), (1, 1), (2, 2), (3, 0), (5, 5), (-2, -2)])
def test_page_and_programs_name_the_same_rule(place):
    """One card lies there; the other comes beside it, over it, at its corner or apart."""
    row, column = place
    city = write_cards([Laid(7, SPOTS[Cell(0, 0)], False), Laid(4, SPOTS[Cell(row, column)], False)])
    wrong = sentences(shown(city=city)["wrong"])
    cards = [{"card": 7, "x": 0, "y": 0, "turned": False}, {"card": 4, "x": column, "y": row, "turned": False}]
    asked = made(CityOnTheTable, {"goals": [], "cards": cards})
    if not wrong:
        assert count(asked)["total"] == shown(city=city)["counted"]["total"]
        return
    with pytest.raises(Malformed) as verdict:
        count(asked)
    assert verdict.value.fields == {"cards": {1: [as_sentence(wrong[0])]}}


@pytest.mark.parametrize(
    ("goals", "rules", "kept"),
    [
        ("1,1,2", ["each goal can be named only once"], "1,2"),
        ("1,x,2", ["there is no goal x"], "1,2"),
        ("0,1,2,19", ["there is no goal 0", "there is no goal 19"], "1,2"),
        ("01", ["there is no goal 01"], ""),
    ],
)
def test_goals_that_can_not_be_are_named(goals, rules, kept):
    found = shown(goals=goals)
    assert sentences(found["wrong"]) == rules
    assert {each["field"] for each in found["wrong"]} == {"goals"}
    assert found["chosen"].get("goals", "") == kept
    assert shown(goals=" 1, 2,")["wrong"] == []


@pytest.mark.parametrize(
    ("field", "said"),
    [
        *(("difficulty", "zzz"), ("card", "19"), ("card", "x"), ("turned", "no"), ("press", "jump"), ("on", "here")),
        ("fbclid", "1"),
    ],
)
def test_whatever_can_not_be_read_is_named(field, said):
    (wrong,) = shown(**{field: said})["wrong"]
    assert wrong["field"] == ("address" if field == "fbclid" else field)
    assert (field if field == "fbclid" else said) in wrong["template"].format(**wrong["values"])


@pytest.mark.parametrize("seed", range(5))
def test_the_city_of_a_match_is_counted_like_the_match(seed):
    assert GAME.calculator is not None
    state = play(GAME, 3, seed, options=GAME.options(difficulty="harder")).state
    said = GAME.calculator.sheet_of(GAME.view(state, None), 1)
    assert all(len(value) <= 100 for value in said.values())  # the longest value that an address may have
    sheet = shown(**said)
    assert (sheet["chosen"], sheet["wrong"]) == (said, [])
    assert sheet["counted"]["total"] == GAME.points(state, 0)
    assert sheet["counted"]["won"] is (GAME.result(state).places[0] == 1)


def test_every_card_on_every_place_can_be_written():
    for cell in (cell for cell in CELLS if max(map(abs, cell)) <= REACH):
        for laid in (Laid(1, SPOTS[cell], False), Laid(18, SPOTS[cell], True)):
            assert list(read_cards(write_cards([laid]))) == [laid]
