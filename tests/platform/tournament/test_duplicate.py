"""Duplicate: the same draws at every table of a round, and everybody compared with the same seat of the others."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.errors import NotAllowed
from shared.games.registry import GAMES
from shared.platform.deal import Deal
from shared.platform.deal import decide as decide_deal
from shared.platform.tournament import Final, Rules, Tournament, decide, due, rules_for, standings
from shared.platform.tournament.commands import EndRound, OpenTournament, PairRound, RecordResult, Withdraw
from shared.platform.tournament.duplicate import commit_of, compared, deal_of, seed_of, top
from shared.platform.tournament.rules import POINT
from shared.platform.tournament.standings import numbers
from shared.platform.tournament.state import Round
from tests.platform.tournament.held import (
    GAME,
    ORGANISER,
    SEED,
    at_random,
    do,
    opened,
    opening,
    paired,
    played,
    player,
    started,
    to_the_end,
)


def duplicate(seats: int = 2, rounds: int = 3, **more) -> Rules:
    return rules_for(GAME, "duplicate", seats, rounds, **more)


def ended(held: Tournament, table: int, points, places=None, how="by_hand") -> Tournament:
    command = RecordResult(
        by=ORGANISER,
        round=len(held.rounds) - 1,
        table=table,
        how=how,
        places=tuple(places or (1,) * len(points)),
        points=tuple(points),
        note="why" if how == "adjudicated" else None,
    )
    return do(held, command)


def of_three_tables(*points, **more) -> Tournament:
    held = paired(started(duplicate(**more), 6))
    for table, scored in enumerate(points):
        held = ended(held, table, scored)
    return held


def sums(one: Round, seat: int) -> int:
    return sum(found.points for (_, at), found in compared(one).items() if at == seat)


def test_each_is_compared_with_the_same_seat_of_the_other_tables():
    one = of_three_tables((40, 10), (30, 10), (50, 25)).rounds[0]
    found = compared(one)
    assert [found[table, 0].points for table in range(3)] == [2 * POINT, 0, 4 * POINT]
    assert [found[table, 1].points for table in range(3)] == [POINT, POINT, 4 * POINT]
    assert [found[table, 0].difference for table in range(3)] == [0, -15 * POINT, 15 * POINT]
    assert [found[table, 1].difference for table in range(3)] == [-90, -90, 15 * POINT]  # -90: 7.5 below


def test_nothing_counts_before_the_last_table_has_ended():
    held = of_three_tables((40, 10), (30, 10))
    assert compared(held.rounds[0]) == {}
    assert {one.points for one in standings(held)} == {0}
    assert {one.points for one in standings(ended(held, 2, (50, 25)))} != {0}


@settings(max_examples=60)
@given(seats=st.integers(2, 4), tables=st.integers(2, 9), seed=st.integers(0, 999))
def test_a_seat_shares_out_the_same_whatever_happens(seats, tables, seed):
    random = Random(seed)
    held = paired(started(duplicate(seats), seats * tables))
    for table in range(tables):
        held = ended(held, table, [random.randrange(5) for _ in range(seats)])
    one = held.rounds[0]
    for seat in range(seats):
        assert sums(one, seat) == POINT * tables * top(one)
        difference = sum(found.difference for (_, at), found in compared(one).items() if at == seat)
        assert -tables < difference <= 0  # but for what is lost in rounding down


@settings(max_examples=60)
@given(tables=st.integers(3, 7), seed=st.integers(0, 999))
def test_a_missing_player_changes_nothing_for_other_seats_and_the_mean_of_the_own_one_stays(tables, seed):
    random = Random(seed)
    held = paired(started(duplicate(2), 2 * tables))
    missing = random.randrange(tables)
    for table in range(tables):
        points = (random.randrange(9), random.randrange(9))
        held = ended(held, table, points, places=(None, 1) if table == missing else (1, 2))
    one = held.rounds[0]
    found = compared(one)
    assert (missing, 0) not in found
    assert sums(one, 1) == POINT * tables * top(one)
    mean = Fraction(sums(one, 0), tables - 1)
    assert POINT * top(one) - 1 < mean <= POINT * top(one)


def test_a_result_without_points_brings_the_average():
    held = of_three_tables((40, 10), (30, 10))
    held = ended(held, 2, (0, 0), places=(1, 2), how="adjudicated")
    found = compared(held.rounds[0])
    assert found[2, 0] == found[2, 1] == (2 * POINT, 0, 0)
    assert [found[table, 0].points for table in (0, 1)] == [4 * POINT, 0]


def test_who_is_late_at_the_end_of_a_round_is_not_compared():
    held = do(of_three_tables((40, 10), (30, 10)), EndRound(round=0, late=True))
    assert sorted(compared(held.rounds[0])) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    late = held.rounds[0].tables[2]
    assert all(numbers(held).points[entrant] == 0 for entrant in late)


@settings(max_examples=30)
@given(seats=st.integers(2, 4), more=st.integers(0, 13), seed=st.integers(0, 99))
def test_every_table_has_all_seats_and_a_bye_brings_the_average(seats, more, seed):
    entrants = 2 * seats + more
    held = to_the_end(started(duplicate(seats, 4), entrants), at_random(seed))
    assert held.ended
    assert [one.place for one in held.standings] == list(range(1, entrants + 1))
    assert len(held.rounds) == 4
    byes = Counter(who for one in held.rounds for who in one.byes)
    assert max(byes[who] for who in range(entrants)) - min(byes[who] for who in range(entrants)) <= 1
    for one in held.rounds:
        assert {len(table) for table in one.tables} == {seats}
        assert len(one.tables) >= 2
    whole = sum(
        POINT * top(one) * len([*one.byes, *(who for table in one.tables for who in table)]) for one in held.rounds
    )
    assert sum(one.points for one in held.standings) == whole


def test_each_round_has_a_deal_of_its_own_that_follows_from_the_committed_seed():
    held = started(duplicate(), 6)
    held = do(played(paired(held), at_random(3)), EndRound(round=0))
    held = paired(held)
    assert [one.deal for one in held.rounds] == [f"{held.id}:0", f"{held.id}:1"]
    assert deal_of(held, 0) != deal_of(held, 1)
    assert len({seed_of(held, 0), seed_of(held, 1), SEED}) == 3
    assert seed_of(started(duplicate(), 6, seed="5f" * 32), 0) != seed_of(held, 0)
    committed = decide_deal(Deal(), commit_of(held, 0, GAME, "2026-11-30T12:00:00.000Z"))[0]
    assert committed.name == f"{held.id}:0"
    assert committed.entrants == tuple(one.player for one in held.entrants)
    assert committed.seed == seed_of(held, 0)


def test_rounds_of_other_formats_share_no_luck():
    assert paired(started(rules_for(GAME, "swiss", 2, 3), 6)).rounds[0].deal is None


def test_one_table_alone_is_no_duplicate():
    with pytest.raises(NotAllowed, match="a duplicate needs entrants for at least two tables"):
        started(duplicate(4), 7)
    held = do(started(duplicate(4), 8), Withdraw(by=player(3), entrant=3))
    assert due(held) == "end"
    with pytest.raises(NotAllowed, match="no round can be paired now"):
        decide(held, PairRound(round=0))


def test_who_ranks_equal_is_parted_by_the_difference_to_the_mean():
    held = of_three_tables((40, 10), (30, 12), (50, 11), rounds=1)
    assert held.rules.tie_breaks == ("difference", "points_scored")
    points = {one.entrant: (one.points, one.numbers[2]) for one in standings(held)}
    seats = held.rounds[0].tables
    assert points[seats[1][1]] == (4 * POINT, 18)  # a point and a half above 10 and 11
    assert points[seats[2][0]] == (4 * POINT, 15 * POINT)
    order = [one.entrant for one in standings(held)]
    assert order[:2] == [seats[2][0], seats[1][1]]


def test_games_that_all_play_together_have_duplicates_and_nothing_else():
    game = GAMES["sprawlopolis"]
    rules = rules_for(game, "duplicate", 2, 3)
    command = OpenTournament(by=ORGANISER, game=game, options=game.options(), rules=rules, seed=SEED)
    assert do(Tournament(id="cupcupcupcup"), command).opened
    for other in (rules_for(game, "swiss", 2, 3), rules._replace(final=Final("elimination", 0, 4))):
        command = OpenTournament(by=ORGANISER, game=game, options=game.options(), rules=other, seed=SEED)
        with pytest.raises(NotAllowed, match="nobody can win a tournament of a game that all play together"):
            do(Tournament(id="cupcupcupcup"), command)


def test_what_a_duplicate_can_not_have_is_refused():
    with pytest.raises(NotAllowed, match="in a duplicate all tables have the same number of seats"):
        decide(Tournament(id="cupcupcupcup"), opening(duplicate(4, shortest=3)))
    with pytest.raises(NotAllowed, match="only in a duplicate others have had the same seat and the same draws"):
        opened(rules_for(GAME, "swiss", 2, 3, tie_breaks=("difference",)))
