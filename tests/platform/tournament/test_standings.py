"""Points that nobody can raise by agreement, and tie-breaks with every number in them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.platform.tournament.rules import columns, place_points
from shared.platform.tournament.standings import numbers, standings, table_points, worth_of
from tests.platform.tournament.held import at_random, do, paired, result, started, step, swiss, to_the_end


def ranks(points: tuple[int, ...]) -> list[int]:
    return [1 + sum(other > own for other in points) for own in points]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_shares_out_the_same_points_however_it_ends(seats):
    """So no agreement of a whole table pays, and none of some of it either: they share what their places bring."""
    worth = place_points(seats)
    for short in range(2, seats + 1):
        sums = {sum(table_points(worth, ranks(points))) for points in product(range(short), repeat=short)}
        assert sums == {short * sum(worth) // seats}


@given(st.integers(2, 4).flatmap(lambda seats: st.lists(st.integers(0, 9), min_size=seats, max_size=seats)))
def test_points_for_any_falling_places_are_shared_exactly(steps):
    worth = sorted((12 * one for one in steps), reverse=True)
    for points in product(range(len(worth)), repeat=len(worth)):
        assert sum(table_points(worth, ranks(points))) == sum(worth)


def test_short_tables_spread_the_places_and_forfeits_have_nothing():
    worth = place_points(4)
    assert worth_of(worth, 3) == (36, 18, 0)
    assert worth_of(worth, 2) == (36, 0)
    assert table_points(worth, (1, 1, 1, 1)) == (18,) * 4
    assert table_points(worth, (None, 2, 1, None)) == (0, 24, 36, 0)
    assert table_points(worth, (2, None, 2, 1)) == (18, 0, 18, 36)


def test_every_number_of_a_small_tournament():
    held = paired(started(swiss(2, 2, tie_breaks=("buchholz", "sonneborn_berger", "head_to_head", "wins")), 4))
    (a, b), (c, d) = held.rounds[0].tables
    held = do(held, result(held.rounds[0], 0, (1, 2)), result(held.rounds[0], 1, (1, 1)))
    found = {one.entrant: one for one in standings(held)}
    assert columns(held.rules, held.format) == (
        "points", "attended", "buchholz", "sonneborn_berger", "head_to_head", "wins", "draw",
    )  # fmt: skip
    assert found[a].numbers[:-1] == (12, 1, 0, 0, 0, 1)
    assert found[b].numbers[:-1] == (0, 1, 12, 0, 0, 0)
    assert found[c].numbers[:-1] == found[d].numbers[:-1] == (6, 1, 6, 6, 1, 0)
    assert [found[who].place for who in (a, b)] == [1, 4]


def test_who_was_there_ranks_above_who_was_not():
    held = paired(started(swiss(2, 2), 4))
    held = do(held, result(held.rounds[0], 0, (1, 2)), result(held.rounds[0], 1, (1, None)))
    last = [one.entrant for one in standings(held)][-2:]
    assert last == [held.rounds[0].tables[0][1], held.rounds[0].tables[1][1]]


def test_standings_are_those_of_a_fold_from_zero_and_the_last_tie_is_drawn():
    held = to_the_end(started(swiss(4, 3), 12), at_random(5))
    assert held.standings == standings(held)
    assert len({one.numbers for one in held.standings}) == 12
    other = to_the_end(started(swiss(4, 3), 12, seed="77" * 32), at_random(5))
    assert [one.entrant for one in other.standings] != [one.entrant for one in held.standings]


def test_a_correction_counts_at_once():
    held = step(step(started(swiss(2, 3), 4), at_random(1)), at_random(1))
    one = held.rounds[0]
    first, second = one.tables[0]
    for places, ahead in (((1, 2), first), ((2, 1), second)):
        held = do(held, result(one, 0, places, note="the other way round"))
        assert numbers(held).points[ahead] == 12
