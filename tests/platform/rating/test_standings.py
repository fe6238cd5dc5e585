"""Who stands where in a pool: only those who are known well enough are ranked."""

from shared.platform.rating import Point, Worth
from shared.platform.rating.model import MILLION, PROVISIONAL
from shared.platform.rating.standings import Bar, standings_of


def at(rating: float, sigma: int = MILLION) -> Point:
    return Point(worth=Worth(int(rating * MILLION), sigma), matches=30)


FOUND = standings_of(
    {"a": at(20), "b": at(31.5), "c": at(24.9), "new": at(40, PROVISIONAL + 1), "d": at(24.9), "e": at(-0.5)}
)


def test_the_best_come_first_equal_ones_share_a_place_and_newcomers_have_none():
    assert [(one.player, one.place) for one in FOUND.settled] == [("b", 1), ("c", 2), ("d", 2), ("a", 4), ("e", 5)]
    assert [(one.player, one.place) for one in FOUND.provisional] == [("new", None)]


def test_it_says_how_many_of_a_hundred_others_are_rated_lower():
    assert [FOUND.better_than(player) for player in "bcdae"] == [100, 50, 50, 25, 0]
    assert FOUND.better_than("new") is None
    assert FOUND.better_than("nobody") is None
    assert standings_of({"a": at(20)}).better_than("a") is None


def test_the_distribution_has_a_bar_for_every_two_ratings_without_a_gap():
    bars = FOUND.distribution()
    assert [bar for bar in bars if bar.players] == [Bar(-2, 1), Bar(20, 1), Bar(24, 2), Bar(30, 1)]
    assert [bar.low for bar in bars] == [*range(-2, 32, 2)]
    assert standings_of({}).distribution() == ()
