"""What the box does not hold is counted, and named beside the total."""

from typing import Any

import pytest

from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.page.box import beyond_the_box
from shared.games.sprawlopolis.page.calculator import CityOnTheTable, count
from shared.ledger.forms.schema import made
from tests.games.scenario import play


def beyond(rows: list[str], *goals: int) -> list[str]:
    answer: dict[str, Any] = count(made(CityOnTheTable, {"goals": list(goals), "rows": rows}))
    return [each["sentence"] for each in answer.get("beyond_the_box", [])]


def test_a_city_has_at_most_fifteen_blocks_of_a_zone():
    assert beyond(["P " * 15]) == []
    assert beyond(["P " * 16]) == ["more parks than the cards of a city have: 15"]
    assert beyond(["R " * 16, "C " * 16, "I " * 16, "P " * 16]) == [
        "more residential blocks than the cards of a city have: 15",
        "more commercial blocks than the cards of a city have: 15",
        "more industrial blocks than the cards of a city have: 15",
        "more parks than the cards of a city have: 15",
    ]


def test_cards_have_only_so_many_roads_of_each_kind():
    assert beyond(["C:NE C:WS C:EN"]) == []
    assert beyond(["C:NE C:WS C:EN C:NE"]) == ["more commercial blocks with the road NE or SW than the cards have: 3"]
    assert beyond(["R:NS " * 7]) == ["more residential blocks with the road NS than the cards have: 6"]


def test_the_goals_of_a_match_are_no_cards_of_its_city():
    """Card 1 has the road NE on an industrial block."""
    rows = ["I:NE I:NE I:NE"]
    assert beyond(rows, 1) == beyond(rows, 1, 2, 3, 4)[1:] == []
    assert beyond(rows, 1, 2, 3) == ["more industrial blocks with the road NE or SW than the cards have: 2"]


def test_more_goals_than_three_are_said():
    assert beyond(["P"], 1, 2, 3) == []
    assert beyond(["P"], *range(1, 19)) == ["more goals than a match has: 3"]


def test_a_card_is_in_the_box_once():
    told = {"goals": [7, 9], "cards": [{"card": 7, "x": 0, "y": 0, "turned": False}]}
    assert count(made(CityOnTheTable, told))["beyond_the_box"] == [
        {
            "piece": "card 7",
            "told": 2,
            "most": 1,
            "sentence": "card 7 is both a goal and in the city; cards of that number in the box: 1",
        }
    ]


@pytest.mark.parametrize("seed", range(5))
def test_no_city_of_a_match_has_more_than_the_box(seed):
    state = play(GAME, 2, seed).state
    assert beyond_the_box(state.goals, state.city.blocks, [laid.card for laid in state.laid]) == []
