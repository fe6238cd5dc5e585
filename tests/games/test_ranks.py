"""Final ranks: those that points give, and whether given ones are possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.games.ranks import are_ranks, by_points


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=6))
def test_ranks_by_points_are_possible_and_follow_the_points(points):
    ranks = by_points(points)
    assert are_ranks(ranks)
    for mine, rank in zip(points, ranks, strict=True):
        assert rank == 1 + len([other for other in points if other > mine])


@pytest.mark.parametrize("ranks", [(1, 2, 3), (1, 1, 3), (1, 2, 2), (None, None), (1, None, 2), (1, 1)])
def test_possible_ranks(ranks):
    assert are_ranks(ranks)


@pytest.mark.parametrize("ranks", [(0, 1), (2, 2), (1, 3), (1, 1, 2), (None, 2), (-1, 1)])
def test_impossible_ranks(ranks):
    assert not are_ranks(ranks)


def test_a_target_is_reached_together_or_not():
    assert by_points((30, 30), target=30) == (1, 1)
    assert by_points((29, 29), target=30) == (None, None)
