"""Swiss pairings: few repeats, seats in turn, near in points; the assignment beside brute force and another solver."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.platform.tournament import Tournament
from shared.platform.tournament.pairings import LARGE, OURS, dutch, made, wrong
from shared.platform.tournament.pairings.assignment import assigned
from shared.platform.tournament.pairings.field import field_of
from shared.platform.tournament.pairings.lately import pairs
from shared.platform.tournament.pairings.swiss import sizes
from shared.platform.tournament.trf import Game
from tests.platform.tournament.held import at_random, by_strength, started, swiss, to_the_end

COSTS = st.integers(1, 5).flatmap(
    lambda rows: st.integers(rows, 6).flatmap(
        lambda columns: st.lists(
            st.lists(st.integers(0, 9), min_size=columns, max_size=columns), min_size=rows, max_size=rows
        )
    )
)


@given(costs=COSTS)
def test_an_assignment_is_the_cheapest_of_all(costs):
    found = assigned(costs)
    assert len(set(found)) == len(costs)
    least = min(
        sum(costs[row][column] for row, column in enumerate(columns))
        for columns in permutations(range(len(costs[0])), len(costs))
    )
    assert sum(costs[row][column] for row, column in enumerate(found)) == least


def test_another_solver_finds_nothing_cheaper_on_large_ones():
    highspy = pytest.importorskip("highspy", reason="it comes with the tools of developers")
    random = Random(7)
    for size in (20, 40):
        costs = [[random.randrange(1000) for _ in range(size)] for _ in range(size)]
        solver = highspy.Highs()
        solver.silent()
        chosen = [[solver.addVariable(0, 1, costs[row][column]) for column in range(size)] for row in range(size)]
        for at in range(size):
            solver.addConstr(sum(chosen[at]) == 1)
            solver.addConstr(sum(row[at] for row in chosen) == 1)
        solver.minimize()
        own = sum(costs[row][column] for row, column in enumerate(assigned(costs)))
        assert own == round(solver.getObjectiveValue())


@given(count=st.integers(2, 60), seats=st.integers(2, 4))
def test_tables_are_as_full_as_can_be(count, seats):
    for shortest in range(2, seats + 1):
        found = sizes(count, seats, shortest)
        assert all(shortest <= size <= seats for size in found)
        assert 0 <= count - sum(found) < seats
        assert not found or max(found) - min(found) <= 1


def repeats(held: Tournament) -> int:
    met = [pair for one in held.rounds for table in one.tables for pair in pairs(table)]
    return len(met) - len(set(met))


def unequal_seats(held: Tournament) -> int:
    """Entrants who had one seat twice more often than another one."""
    rows = field_of(held).contenders
    return sum(max(one.seats) - min(one.seats) > 1 for one in rows)


@pytest.mark.parametrize(("entrants", "most"), [(16, 36), (40, 6), (200, 2)])
def test_four_seats_over_six_rounds(entrants, most):
    """Random tables repeat 55, 63 and 67 meetings; 16 entrants can't do with fewer than 24."""
    held = to_the_end(started(swiss(4, 6), entrants), at_random(3))
    assert repeats(held) <= most
    assert unequal_seats(held) <= entrants // 40


@settings(max_examples=10)
@given(entrants=st.integers(12, 60), seed=st.integers(0, 99))
def test_two_seats_hardly_ever_meet_again(entrants, seed):
    held = to_the_end(started(swiss(2, 5), entrants), at_random(seed))
    assert repeats(held) <= 1


def test_whom_one_beats_in_the_first_round_one_does_not_meet_at_once_again():
    held = to_the_end(started(swiss(2, 3), 8), by_strength)
    assert repeats(held) == 0
    assert held.standings[0].entrant == 0


@settings(max_examples=5, deadline=None)
@given(entrants=st.integers(6, 30), seed=st.integers(0, 99))
def test_the_library_keeps_its_own_rules(entrants, seed):
    held = started(swiss(2, 4), entrants)
    held = to_the_end(held, at_random(seed), library=True)
    assert repeats(held) == 0
    assert sum(len(set(one.byes)) for one in held.rounds) == len({who for one in held.rounds for who in one.byes})
    assert {one.by for one in held.rounds} == {dutch.by()}


def test_fide_pairs_the_first_round_top_half_against_bottom_half():
    held = started(swiss(2, 4), 8)
    order = [one.entrant for one in field_of(held).contenders]
    found = made(held)
    assert found.by == dutch.by()
    assert wrong(held, found.pairing) is None
    assert {frozenset(table) for table in found.pairing.tables} == {
        frozenset(pair) for pair in zip(order[:4], order[4:], strict=True)
    }


def test_where_the_library_is_too_slow_or_fails_the_round_is_paired_all_the_same(monkeypatch):
    held = started(swiss(2, 4), 8)
    monkeypatch.setattr(dutch, "MOST", 7)
    assert made(held)[1:] == (OURS, LARGE)
    monkeypatch.undo()

    def fails(held: Tournament) -> None:
        raise ValueError("no valid pairing")

    monkeypatch.setattr(dutch, "dutch", fails)
    assert made(held)[1:] == (OURS, "failed")
    assert made(started(swiss(2, 4)._replace(bye=6), 8))[1:] == (OURS, None)


@pytest.mark.parametrize(
    ("first", "second", "tops", "is_broken"),
    [
        ("wb", "bw", (), False),
        ("ww", "bb", (), True),  # the first one sits first once more
        ("bb", "ww", (), False),
        ("ww", "ww", (), True),  # both must sit second
        ("ww", "ww", (0,), False),  # but for a topscorer
        ("wwbw", "bwbw", (), True),
    ],
)
def test_who_must_have_a_seat_has_it_unless_a_topscorer_must_have_it_too(first, second, tops, is_broken):
    played = {entrant: [Game(9, colour, "1") for colour in had] for entrant, had in enumerate((first, second))}
    assert dutch.is_out_of_turn((0, 1), played, frozenset(tops)) is is_broken
