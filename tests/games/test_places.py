"""Places: from points, and whether somebody's are possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.games.places import are_places, by_points


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=6))
def test_places_from_points_are_places_and_follow_the_points(points):
    places = by_points(points)
    assert are_places(places)
    for mine, place in zip(points, places, strict=True):
        assert place == 1 + len([other for other in points if other > mine])


@pytest.mark.parametrize("places", [(1, 2, 3), (1, 1, 3), (1, 2, 2), (None, None), (1, None, 2), (1, 1)])
def test_possible_places(places):
    assert are_places(places)


@pytest.mark.parametrize("places", [(0, 1), (2, 2), (1, 3), (1, 1, 2), (None, 2), (-1, 1)])
def test_impossible_places(places):
    assert not are_places(places)


def test_a_target_is_reached_together_or_not():
    assert by_points((30, 30), target=30) == (1, 1)
    assert by_points((29, 29), target=30) == (None, None)
