"""An arena lasts for a span of time: whoever is free is paired at once with who is near and was not met lately."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.errors import NotAllowed
from shared.platform.tournament import Tournament, decide, due, rules_for
from shared.platform.tournament.commands import EndRound, EndTime, EndTournament, Enter, PairRound, Pause
from shared.platform.tournament.pairings.field import field_of
from shared.platform.tournament.pairings.lately import LATELY, met_lately, pairs
from shared.platform.tournament.rules import check_rules, columns
from tests.platform.tournament.held import GAME, ORGANISER, do, paired, result, started


def arena(entrants: int, seats: int = 2) -> Tournament:
    return started(rules_for(GAME, "arena", seats, minutes=30), entrants)


def ended(held: Tournament, random: Random) -> Tournament:
    """One of the tables that play has its result."""
    round_, table, seats = random.choice(list(held.playing()))
    places = random.choice([(1, 2, 3, 4), (2, 1, 3, 4), (1, 1, 3, 3)])[: len(seats)]
    held = do(held, result(held.rounds[round_], table, places))
    while due(held) == "end_round":
        over = next(one.number for one in held.rounds if not one.is_ended and not one.open)
        held = do(held, EndRound(round=over))
    return held


def played(entrants: int, seats: int, seed: int, results: int) -> Tournament:
    """So many results, each of which pairs whoever is free, and then its time is over."""
    held, random = arena(entrants, seats), Random(seed)
    for _ in range(results):
        while due(held) == "pair":
            held = paired(held)
        held = ended(held, random)
    return do(held, EndTime())


def to_its_end(held: Tournament) -> Tournament:
    random = Random(0)
    while any(held.playing()):
        held = ended(held, random)
    return do(held, EndTournament(by=None))


@settings(max_examples=25)
@given(entrants=st.integers(4, 13), seats=st.integers(2, 4), seed=st.integers(0, 99), results=st.integers(1, 24))
def test_when_its_time_is_over_nobody_is_paired_and_all_that_plays_counts(entrants, seats, seed, results):
    held = played(entrants, seats, seed, results)
    rounds, playing = len(held.rounds), len(list(held.playing()))
    assert due(held) == ("play" if playing else "end")
    with pytest.raises(NotAllowed, match="no round can be paired now"):
        decide(held, PairRound(round=rounds))
    over = to_its_end(held)
    assert over.ended
    assert over.ended.reason == "finished"
    assert len(over.rounds) == rounds
    assert sum(len(one.results) for one in over.rounds) == sum(len(one.tables) for one in over.rounds)
    assert sum(one.points for one in over.standings) == sum(
        sum(over.rules.points) * len(seats_) // seats for one in over.rounds for seats_ in one.tables
    )


@settings(max_examples=15)
@given(entrants=st.integers(3, 12), seed=st.integers(0, 99))
def test_who_has_just_left_a_table_meets_somebody_else_where_others_can_be_waited_for(entrants, seed):
    held = played(entrants, 2, seed, 20)
    last: dict[int, tuple[int, int]] = {}
    for one in held.rounds:
        for table, seats in enumerate(one.tables):
            again = seats[0] in last and last[seats[0]] == last.get(seats[1])
            assert not again or is_alone(held, one.number)
            last.update(dict.fromkeys(seats, (one.number, table)))


def is_alone(held: Tournament, round_: int) -> bool:
    """Whether nobody else played when this round was paired: its number of tables tells, where all sat in it."""
    return len(held.rounds[round_].tables) * 2 >= len(held.members) - 1


@pytest.mark.parametrize("entrants", [3, 5, 7])
def test_nobody_waits_for_long_while_others_play(entrants):
    held = played(entrants, 2, 1, 60)
    tables = Counter(who for one in held.rounds for seats in one.tables for who in seats)
    assert max(tables.values()) - min(tables.values()) <= entrants
    assert sum(tables.values()) >= 120
    met = Counter(pair for one in held.rounds for seats in one.tables for pair in pairs(seats))
    assert len(met) >= entrants * (entrants - 1) // 2 - 1


def test_the_two_of_a_table_wait_for_others_and_meet_again_only_where_nobody_comes():
    held = paired(arena(4))
    first, second = held.rounds[0].tables
    held = do(held, result(held.rounds[0], 0, (1, 2)))
    assert met_lately(held) == {tuple(sorted(first)): LATELY, tuple(sorted(second)): LATELY}
    assert due(held) == "play"
    held = do(held, result(held.rounds[0], 1, (1, 2)))
    held = paired(do(held, EndRound(round=0)))
    assert all(set(table) not in (set(first), set(second)) for table in held.rounds[1].tables)
    alone = paired(arena(2))
    alone = do(do(alone, result(alone.rounds[0], 0, (1, 2))), EndRound(round=0))
    assert met_lately(alone) == {(0, 1): LATELY - 1}
    assert due(alone) == "pair"


def test_who_has_waited_is_paired_first():
    held = paired(arena(3))
    (left,) = set(range(3)) - set(held.rounds[0].tables[0])
    held = paired(do(do(held, result(held.rounds[0], 0, (1, 2))), EndRound(round=0)))
    assert left in held.rounds[1].tables[0]
    assert field_of(held).lasts


def test_with_as_many_points_fewer_tables_count_more_and_who_never_came_is_last():
    held = paired(arena(5))
    assert columns(held.rules, "arena")[:3] == ("points", "average", "attended")
    (winner, loser), (other, last) = held.rounds[0].tables
    held = do(do(held, result(held.rounds[0], 0, (1, 2))), result(held.rounds[0], 1, (1, 2)))
    held = paired(do(held, EndRound(round=0)))
    for at, seats in enumerate(held.rounds[1].tables):
        held = do(held, result(held.rounds[1], at, (1, 2) if seats[0] in (loser, last) else (2, 1)))
    held = do(do(do(held, EndRound(round=1)), EndTime()), EndTournament(by=None))
    numbers = {one.entrant: one.numbers[:3] for one in held.standings}
    assert all(numbers[who][1] == 1000 * numbers[who][0] // 12 // (numbers[who][2] or 1) for who in range(5))
    never = set(range(5)) - {who for one in held.rounds for seats in one.tables for who in seats}
    assert all(numbers[who] == (0, 0, 0) for who in never)
    assert {winner, other, loser, last} <= set(numbers)


def test_time_ends_once_and_not_in_a_pause_and_nobody_enters_after_it():
    held = arena(4)
    with pytest.raises(NotAllowed, match="no time runs in this tournament"):
        decide(do(held, Pause(by=ORGANISER, note="tea")), EndTime())
    with pytest.raises(NotAllowed, match="still goes on"):
        decide(held, EndTournament(by=None))
    over = do(held, EndTime())
    with pytest.raises(NotAllowed, match="no time runs in this tournament"):
        decide(over, EndTime())
    with pytest.raises(NotAllowed, match="nobody can enter any more"):
        decide(over, Enter(by="person:late", player="person:late"))
    with pytest.raises(NotAllowed, match="no time runs in this tournament"):
        decide(started(rules_for(GAME, "arena", 2, 3), 4), EndTime())


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({}, "an arena lasts for some minutes, or for a number of rounds"),
        (
            {"minutes": 30, "check_in": "rounds"},
            "nobody checks in for each table of an arena: whoever does not come is not paired again",
        ),
    ],
)
def test_rules_that_no_arena_can_have(more, sentence):
    with pytest.raises(NotAllowed, match=sentence):
        check_rules(GAME, rules_for(GAME, "arena", 2, **more))
