"""Cities on a real table: how they are told, and what is wrong with some of them."""

from typing import Any

import pytest

from shared.errors import Malformed
from shared.games.sprawlopolis import GAME
from shared.ledger.forms.schema import made

ZONES = ("residential", "commercial", "industrial")
PARKS = [[1, 1], [1, 2], [1, 3]]
LARGEST = {"message": "largest_group"}
CARD = {"card": 7, "x": 0, "y": 0, "turned": False}


def counted(**told: Any) -> dict[str, Any]:
    assert GAME.calculator is not None
    return GAME.calculator.count(made(GAME.calculator.asks, {"goals": [], **told}))


def refused(**told: Any) -> Any:
    with pytest.raises(Malformed) as verdict:
        counted(**told)
    return verdict.value.fields


def test_the_answer_says_whether_the_city_reaches_the_sum_of_its_goals():
    assert counted(rows=["P P P"], goals=[3]) == {
        "total": 6,
        "target": 3,
        "won": True,
        "lines": {"residential": 0, "commercial": 0, "industrial": 0, "park": 3, "roads": 0, "goal 3": 3},
        "explanation": [
            *({"line": zone, "blocks": [], "points": 0, **LARGEST, "values": {"blocks": 0}} for zone in ZONES),
            {"line": "park", "blocks": PARKS, "points": 3, **LARGEST, "values": {"blocks": 3}},
            {"line": "goal 3", "blocks": PARKS, "points": 3, "message": "parks", "values": {"parks": 3}},
            {"line": "goal 3", "blocks": [], "points": 0, "message": "industrial", "values": {"industrial": 0}},
        ],
    }
    assert counted(rows=["P P P"], goals=[7])["won"] is False


def test_cards_and_rows_tell_the_same_city():
    cards = [CARD, {"card": 4, "x": 1, "y": -2, "turned": True}]
    rows = [". I:SE R:EW", ". C:NS P", "P R:NE .", "I:EW C:EW ."]
    for difficulty in ("normal", "easier", "harder"):
        told = {"goals": list(range(1, 19)), "difficulty": difficulty}
        assert counted(cards=cards, **told) == counted(rows=rows, **told)


def test_the_first_card_may_lie_anywhere_and_turned():
    there = [{**CARD, "x": 100, "y": -7, "turned": True}, {"card": 4, "x": 101, "y": -9, "turned": True}]
    assert counted(cards=there) == counted(rows=[". I:SE R:EW", ". C:NS P", "C:EW I:EW .", "R:SW P ."])


def test_gaps_and_parts_that_touch_nothing_are_counted_as_told():
    assert counted(rows=["R . R", ". . .", ". . R"], goals=[18])["lines"]["goal 18"] == 4


def test_sides_of_a_road_may_be_told_in_any_order():
    assert counted(rows=["R:EW C:WE"], goals=[12]) == counted(rows=["R:WE C:EW"], goals=[12])


@pytest.mark.parametrize("word", ["X", "R:N", "R:NN", "R:NX", "R:NSE", "P:NS", ".:NS", "R:", "r", "RC", "R:ns"])
def test_a_word_that_is_no_block_is_named(word):
    assert refused(rows=["R R", f"R {word}"]) == {"rows": {1: {1: [f"“{word}” is no block."]}}}


def test_rows_are_equally_long_and_a_city_has_limits():
    uneven = ["All rows must be equally long, at most 30 blocks."]
    assert refused(rows=["R R", "R"]) == {"rows": {1: uneven}}
    assert refused(rows=[" ".join(["R"] * 31)]) == {"rows": {0: uneven}}
    limits = {"rows": ["A city has 1 to 30 rows, and at least one block."]}
    assert refused(rows=[]) == refused(rows=[". ."]) == refused(rows=["R"] * 31) == refused(rows=[""]) == limits
    assert counted(rows=["R " * 30] * 30)["total"] == 900


def test_goals_are_different_ones_of_the_18():
    assert refused(rows=["R"], goals=[1, 19, 0]) == {
        "goals": {1: ["There is no goal 19."], 2: ["There is no goal 0."]}
    }
    assert refused(rows=["R"], goals=[4, 4]) == {"goals": ["Each goal can be named only once."]}


def test_either_rows_or_cards_are_told():
    assert refused() == refused(rows=["R"], cards=[CARD]) == {"rows": ["Give either rows or cards."]}


def test_cards_lie_as_the_rules_allow():
    far, corner = {**CARD, "card": 8, "x": 3}, {**CARD, "card": 8, "x": 2, "y": 2}
    assert refused(cards=[CARD, far]) == {"cards": {1: ["A card must cover the city or lie beside it."]}}
    assert refused(cards=[CARD, corner])["cards"][1][0].startswith("Touching the city at a corner is not enough")
    assert refused(cards=[CARD, CARD]) == {"cards": {1: {"card": ["Card 7 is already in the city."]}}}
    assert refused(cards=[]) == {"cards": ["A city has 1 to 15 cards."]}
    assert refused(cards=[{**CARD, "card": number} for number in range(1, 17)]) == refused(cards=[])


def test_fields_of_another_shape_are_refused():
    assert "difficulty" in refused(rows=["R"], difficulty="hard")
    assert "turned" in refused(cards=[{**CARD, "turned": 1}])["cards"][0]
    assert refused(cards=[{**CARD, "card": 19}])["cards"][0].keys() == {"card"}
    assert refused(cards=[{**CARD, "x": 10**6}])["cards"][0].keys() == {"x"}
