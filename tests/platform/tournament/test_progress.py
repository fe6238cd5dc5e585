"""How many matches of all are played: never more than there will be, and in the end all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.platform.tournament import due, rules_for
from shared.platform.tournament.progress import all_of_them, played
from tests.platform.tournament.held import GAME, at_random, opened, started, step
from tests.platform.tournament.test_divisions import first


@given(
    st.sampled_from([("swiss", 3), ("round_robin", 0), ("league", 0), ("duplicate", 2)]),
    st.integers(2, 4),
    st.integers(8, 13),
    st.integers(0, 99),
)
def test_what_is_to_come_is_known_from_the_start_where_nobody_leaves(format_, seats: int, entrants: int, seed: int):
    name, rounds = format_
    held = started(rules_for(GAME, name, seats, rounds), entrants)
    expected = all_of_them(held)
    assert played(held) == 0
    while due(held) != "over":
        assert all_of_them(held) == expected
        held = step(held, at_random(seed))
    assert played(held) == all_of_them(held) == expected


@given(st.integers(2, 6), st.integers(2, 20), st.integers(0, 99))
def test_divisions_of_a_league_play_by_themselves(size: int, entrants: int, seed: int):
    held = first(entrants, size)
    expected = all_of_them(held)
    while due(held) != "over":
        assert all_of_them(held) == expected
        held = step(held, at_random(seed))
    assert played(held) == expected


@pytest.mark.parametrize("format_", ["elimination", "double_elimination", "arena"])
def test_nobody_knows_how_many_there_will_be_where_that_follows_from_results(format_: str):
    rounds = 3 if format_ == "arena" else 0
    assert all_of_them(started(rules_for(GAME, format_, 2, rounds), 6)) is None


def test_before_the_start_there_are_none():
    assert all_of_them(opened(rules_for(GAME, "swiss", 2, 3))) is None


def test_thirty_entrants_at_tables_of_two_are_four_hundred_and_thirty_five_matches():
    assert all_of_them(started(rules_for(GAME, "round_robin", 2), 30)) == 435
