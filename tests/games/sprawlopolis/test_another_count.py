"""Scores against a second count by the same rules, also on cities far denser and odder than played ones."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.page import calculator
from shared.games.sprawlopolis.page.calculator import CityOnTheTable, count
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.result import settled_now
from shared.games.sprawlopolis.score.tally import tally
from tests.games.scenario import evolved, play
from tests.games.sprawlopolis import another_count

ROADS = ("NS", "EW", "NE", "SE", "SW", "NW")
WORDS = [".", "P", *(zone + road for zone in "RCI" for road in ("", *(f":{sides}" for sides in ROADS)))]
LOOPY = ["R:SE", "C:SW", "I:NE", "R:NW", "C:EW", "R:NS", "P", "."]
DIFFICULTIES = st.sampled_from(["normal", "easier", "harder"])
ALL = tuple(range(1, 19))


@st.composite
def cities(draw: Any, words: list[str]) -> tuple[str, ...]:
    across = draw(st.integers(1, 7))
    word = st.sampled_from(words)
    rows = draw(st.lists(st.lists(word, min_size=across, max_size=across), min_size=1, max_size=7))
    assume(any(word != "." for row in rows for word in row))
    return tuple(" ".join(row) for row in rows)


def agree(rows: tuple[str, ...], difficulty: Any) -> None:
    told = CityOnTheTable(rows=rows, goals=ALL, difficulty=difficulty)
    said, ground = count(told), another_count.read(rows)
    blocks = calculator._city(told)
    for goal in ALL:
        assert said["lines"][f"goal {goal}"] == another_count.GOALS[goal](ground)
        assert tally(blocks, [goal], difficulty).goals == another_count.GOALS[goal](ground)
    assert said["total"] == tally(blocks, ALL, difficulty).total == another_count.total(rows, ALL, difficulty)


@settings(max_examples=150, deadline=None)
@given(cities(WORDS), DIFFICULTIES)
def test_any_city_has_the_points_of_another_count(rows, difficulty):
    agree(rows, difficulty)


@settings(max_examples=150, deadline=None)
@given(cities(LOOPY), DIFFICULTIES)
def test_a_city_of_bends_has_the_points_of_another_count(rows, difficulty):
    agree(rows, difficulty)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 14), DIFFICULTIES)
def test_a_played_city_has_the_points_of_another_count(seed, turns, difficulty):
    agree(rows_of(play(GAME, 1, seed, turns).state), difficulty)


def rows_of(state: State) -> tuple[str, ...]:
    """The city of a match as people write it."""
    return tuple(" ".join(map(word, row)) for row in GAME.plain(state)["city"]["rows"])


def word(block: Any) -> str:
    if block is None:
        return "."
    letter: str = block["zone"][0].upper()
    return f"{letter}:{block['road']}" if block["road"] else letter


@pytest.mark.parametrize("turns", [0, 5, 13])
@pytest.mark.parametrize("difficulty", ["normal", "easier", "harder"])
def test_points_after_moves_are_those_of_the_cities_they_lead_to(turns, difficulty):
    state = play(GAME, 1, turns, turns).state._replace(difficulty=difficulty, goals=(1, 11, 13))
    moves = GAME.legal_moves(state, 0)
    assert GAME.points_after is not None
    for move, points in zip(moves, GAME.points_after(state, 0, moves), strict=True):
        settled = settled_now(evolved(GAME, state, GAME.decide(state, 0, move)))
        assert points == settled.total
