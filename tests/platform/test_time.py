"""Clocks: only time that somebody was called for counts, a second late is forgiven, and the terms say what follows."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import NotAllowed, NotYourSeat, StaleTurn
from shared.games.ranks import are_ranks
from shared.platform.match import (
    AgreeToPause,
    AgreeToResume,
    Credit,
    EndPause,
    Match,
    Play,
    RunOut,
    TakeVacation,
    evolve,
    result_of,
)
from shared.platform.match.events import (
    LatenessForgiven,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    PauseAgreed,
    StandInSeated,
    StoodIn,
    TimeCredited,
    TimeRanOut,
    TurnStarted,
    VacationTaken,
)
from shared.platform.match.result import behind
from shared.platform.match.time import Hand
from shared.platform.terms import DAY, DAYS, LOSES, TAKES_OVER, TOTAL, TURN, Clock
from tests.games.secret_bids import GAME, Bid
from tests.platform.clocked import ADA, BOB, EVE, SERVICE, STAND_IN, Clocked

TURNS = Clock(TURN, 30)
WHOLE = Clock(TOTAL, 60, increment=5, delay=2)
BY_DAY = Clock(DAYS, DAY)


@pytest.mark.parametrize("clock", [TURNS, BY_DAY])
def test_each_call_gives_the_time_of_a_turn_anew(clock: Clock):
    told = Clocked(clock)
    told.pass_time(seconds=20)
    assert told.left(0) == told.left(1) == clock.seconds * 1000 - 20_000
    told.bid(0)
    told.pass_time(seconds=5)
    assert told.left(1) == clock.seconds * 1000 - 25_000
    told.bid(1)
    assert told.left(0) == told.left(1) == clock.seconds * 1000


def test_a_total_runs_after_the_free_delay_and_each_move_brings_the_increment():
    told = Clocked(WHOLE)
    told.pass_time(seconds=1.5)
    told.bid(0)
    told.pass_time(seconds=8.5)
    told.bid(1)
    assert [hand.left for hand in told.match.time.hands] == [60_000 + 5_000, 60_000 - 8_000 + 5_000]
    assert told.left(0) == 65_000 + 2_000
    assert told.difference() is None


def test_who_is_not_called_loses_nothing_and_bots_have_no_clock():
    told = Clocked(WHOLE, players=(ADA, STAND_IN))
    told.pass_time(seconds=3)
    told.bid(0)
    told.pass_time(hours=3)
    assert told.match.time.next_due() is None
    assert told.match.time.hands[0].left == 64_000
    told.bid(1)
    assert told.match.time.running == (0,)


def test_a_move_a_second_late_is_taken_and_the_record_says_how_late():
    told = Clocked(TURNS)
    told.pass_time(seconds=31)
    told.bid(0)
    assert told.events(LatenessForgiven) == [LatenessForgiven(seat=0, milliseconds=1000)]
    told.pass_time(milliseconds=1)
    with pytest.raises(StaleTurn, match="your time for this turn has run out"):
        told.bid(1)
    told.run_out(1)
    assert told.difference() is None


def test_a_late_move_leaves_the_increment_and_no_more():
    told = Clocked(WHOLE)
    told.pass_time(seconds=62.7)
    told.bid(0)
    assert told.match.time.hands[0].left == 5_000
    assert told.events(LatenessForgiven) == [LatenessForgiven(seat=0, milliseconds=700)]


def test_time_does_not_run_out_before_the_last_forgiven_millisecond():
    told = Clocked(TURNS)
    told.pass_time(seconds=31)
    with pytest.raises(NotAllowed, match="there is still time in this turn"):
        told.run_out(0)
    assert told.match.time.next_due() == told.match.now + 1


def test_the_stand_in_plays_the_turn_and_the_person_keeps_the_seat():
    told = Clocked(WHOLE)
    told.pass_time(seconds=64)
    told.run_out(0)
    ran_out, _, stood_in = told.events()[-3:]
    assert (ran_out, stood_in) == (TimeRanOut(seat=0, turn=3), StoodIn(seat=0, player=STAND_IN, reason="time"))
    assert told.match.players == (ADA, BOB)
    assert told.match.time.hands[0] == Hand(left=5_000)
    with pytest.raises(StaleTurn, match="this turn is over: the match went on"):
        told.run_out(0)
    assert told.difference() is None


def test_who_plays_together_loses_together_where_the_time_of_one_ran_out():
    told = Clocked(TURNS, LOSES)
    told.pass_time(seconds=32)
    told.run_out(0)
    together = replace(GAME, result=lambda state: replace(GAME.result(state), target=1))
    found = result_of(told.match._replace(games={GAME.slug: together}))
    assert (found.places, found.target) == ((None, None), 1)


def test_time_is_credited_to_running_clocks_alone():
    told = Clocked(TURNS)
    told.bid(0)
    before = told.match.time.hands
    after = evolve(told.match, TimeCredited(seats=(0, 1), milliseconds=5_000, begin=0, end=5_000)).time.hands
    assert before[1].since
    assert after == (before[0], before[1]._replace(since=before[1].since + 5_000))


@pytest.mark.parametrize("out", [TAKES_OVER, LOSES])
def test_the_stand_in_takes_the_seat_for_good(out: str):
    told = Clocked(TURNS, out)
    told.pass_time(seconds=32)
    told.run_out(0)
    assert told.events()[-2:] == [TimeRanOut(seat=0, turn=3), StandInSeated(seat=0, player=STAND_IN)]
    assert told.match.players == (STAND_IN, BOB)
    assert told.match.time.running == (1,)
    with pytest.raises(NotYourSeat):
        told.obey(ADA, Play(player=ADA, seat=0, turn=3, move=Bid(coins=1)))
    assert told.difference() is None


def test_who_lost_by_time_is_last_whatever_the_points_say():
    told = Clocked(TURNS, LOSES, rounds=2)
    told.bid(0, 3)
    told.bid(1, 0)
    told.bid(1, 0)
    told.pass_time(seconds=32)
    told.run_out(0)
    told.bid(0, 3)
    assert told.events()[-1] == MatchEnded(reason="finished")
    assert (result_of(told.match).points, result_of(told.match).places) == ((6, 0), (2, 1))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5), st.sets(st.integers(0, 4)))
def test_those_who_lost_share_the_last_place_and_the_others_keep_their_order(points: list[int], lost: set[int]):
    before = tuple(1 + sum(other > each for other in points) for each in points)
    lost = {seat for seat in lost if seat < len(points)}
    after = behind(before, lost)
    assert are_ranks(after)
    kept = sorted((seat for seat in range(len(points)) if seat not in lost), key=lambda seat: before[seat])
    assert [(after[a], before[a] == before[b]) for a, b in pairwise(kept)] == [
        (1 + sum(before[other] < before[a] for other in kept), after[a] == after[b]) for a, b in pairwise(kept)
    ]
    assert {after[seat] for seat in lost} <= {1 + len(kept)}


def test_what_the_product_was_away_for_is_credited_to_who_was_to_move():
    told = Clocked(TURNS)
    told.pass_time(seconds=10)
    told.bid(0)
    went = told.match.now
    told.pass_time(minutes=10)
    credit = Credit(begin=went, end=told.match.now)
    answer = told.obey(SERVICE, credit)
    assert answer.first == answer.last
    assert told.events()[-1] == TimeCredited(seats=(1,), milliseconds=600_000, begin=credit.begin, end=credit.end)
    assert told.left(1) == 20_000
    assert told.difference() is None
    told.obey(SERVICE, replace(credit, begin=went - 9_000))  # the same absence, noted once more
    assert len(told.events(TimeCredited)) == 1


def test_seats_that_ran_through_less_of_it_get_less():
    told = Clocked(BY_DAY)
    told.obey(ADA, TakeVacation(player=ADA, until=told.match.now + 60_000))
    went = told.match.now
    told.pass_time(seconds=100)
    told.obey(SERVICE, Credit(begin=went, end=told.match.now))
    assert [(event.seats, event.milliseconds) for event in told.events(TimeCredited)] == [
        ((0,), 40_000),
        ((1,), 100_000),
    ]
    assert told.left(0) == told.left(1) == DAY * 1000


def test_no_clock_runs_in_a_pause_which_all_people_have_to_want():
    told = Clocked(WHOLE, players=(ADA, BOB, STAND_IN))
    turn = told.match.turn
    told.pass_time(seconds=12)
    told.obey(ADA, AgreeToPause(player=ADA, turn=turn))
    with pytest.raises(NotAllowed, match="you have agreed already"):
        told.obey(ADA, AgreeToPause(player=ADA, turn=turn))
    told.obey(BOB, AgreeToPause(player=BOB, turn=turn))
    assert told.events()[-2:] == [
        PauseAgreed(seat=1, turn=turn),
        MatchPaused(reason="consent", milliseconds=DAY * 1000),
    ]
    told.pass_time(hours=5)
    with pytest.raises(NotAllowed, match="the match is paused already"):
        told.obey(ADA, AgreeToPause(player=ADA, turn=turn))
    told.bid(0)  # nobody is kept from moving
    told.obey(ADA, AgreeToResume(player=ADA))
    with pytest.raises(NotAllowed, match="you have agreed already"):
        told.obey(ADA, AgreeToResume(player=ADA))
    told.obey(BOB, AgreeToResume(player=BOB))
    assert told.events()[-1] == MatchResumed()
    assert told.match.time.rested == 5 * 3600 * 1000
    assert told.left(1) == 50_000
    assert told.difference() is None


def test_a_turn_that_starts_in_a_pause_costs_nothing_until_it_ends():
    told = Clocked(TURNS, players=(ADA, BOB))
    for player in (ADA, BOB):
        told.obey(player, AgreeToPause(player=player, turn=told.match.turn))
    for seat in (0, 1):
        told.bid(seat)
    told.pass_time(hours=25)
    assert told.match.time.next_due() is not None
    told.obey(SERVICE, EndPause())
    assert told.match.time.rested == DAY * 1000
    assert told.left(0) == told.left(1) == 30_000
    with pytest.raises(NotAllowed, match="a match is paused three times at most, and for 24 hours in all"):
        told.obey(ADA, AgreeToPause(player=ADA, turn=told.match.turn))


def test_a_match_is_paused_three_times_at_most_and_a_pause_lasts_its_time():
    told = Clocked(TURNS, players=(ADA, STAND_IN))
    for _ in range(3):
        told.obey(ADA, AgreeToPause(player=ADA, turn=told.match.turn))
        with pytest.raises(NotAllowed, match="no pause has lasted its time"):
            told.obey(SERVICE, EndPause())
        told.obey(ADA, AgreeToResume(player=ADA))
    with pytest.raises(NotAllowed, match="three times at most"):
        told.obey(ADA, AgreeToPause(player=ADA, turn=told.match.turn))
    with pytest.raises(NotAllowed, match="the match is not paused"):
        told.obey(ADA, AgreeToResume(player=ADA))


def test_what_was_agreed_ends_with_the_turn():
    told = Clocked(TURNS)
    told.obey(ADA, AgreeToPause(player=ADA, turn=told.match.turn))
    turn = told.match.turn
    for seat in (0, 1):
        told.bid(seat)
    with pytest.raises(StaleTurn):
        told.obey(BOB, AgreeToPause(player=BOB, turn=turn))
    told.obey(BOB, AgreeToPause(player=BOB, turn=told.match.turn))
    assert not told.events(MatchPaused)


def test_a_vacation_stops_a_clock_of_days_in_this_turn_and_in_those_that_follow():
    told = Clocked(BY_DAY)
    told.pass_time(hours=1)
    until = told.match.now + 7 * DAY * 1000
    told.obey(ADA, TakeVacation(player=ADA, until=until))
    told.bid(0)
    told.bid(1)
    told.pass_time(hours=20)
    assert (told.left(0), told.left(1)) == (DAY * 1000, 4 * 3600 * 1000)
    told.obey(ADA, TakeVacation(player=ADA, until=told.match.now))
    told.pass_time(hours=1)
    assert told.left(0) == 23 * 3600 * 1000
    assert told.difference() is None


def test_only_who_sits_at_a_clock_of_days_takes_a_vacation_and_within_a_year():
    for told, player, until, sentence in (
        (Clocked(TURNS), ADA, 5, "only a clock of days stands during a vacation"),
        (Clocked(BY_DAY), ADA, 2**45, "a vacation ends within a year"),
        (Clocked(BY_DAY), EVE, 5, "you do not sit at this match"),
        (Clocked(None), ADA, 5, "this match has no clock"),
    ):
        with pytest.raises((NotAllowed, NotYourSeat), match=sentence):
            told.obey(player, TakeVacation(player=player, until=until))


def test_a_vacation_that_is_known_already_is_no_event():
    told = Clocked(BY_DAY)
    until = told.match.now + 1000
    told.obey(ADA, TakeVacation(player=ADA, until=until))
    told.obey(ADA, TakeVacation(player=ADA, until=until))
    assert told.events(VacationTaken) == [VacationTaken(seat=0, until=until)]


def test_a_clock_that_jumps_back_uses_no_time_and_gives_none_back():
    told = Clocked(WHOLE)
    told.pass_time(seconds=12)
    told.bid(0)
    told.pass_time(hours=-1)
    assert told.left(1) == 50_000  # the delay was used first
    told.bid(1)
    assert told.events()[-1] == TurnStarted(seats=(0, 1))
    assert [hand.left for hand in told.match.time.hands] == [55_000, 55_000]


def as_told(match: Match, events: Any) -> Any:
    """Whatever somebody wrote by hand."""
    return events


FORGED: dict[str, tuple[str, list[Any]]] = {
    "time that did not run out": (SERVICE, [TimeRanOut(seat=0, turn=3), StandInSeated(seat=0, player=STAND_IN)]),
    "time that a person lets run out": (ADA, [TimeRanOut(seat=1, turn=3), StandInSeated(seat=1, player=STAND_IN)]),
    "time that ran out without what follows": (SERVICE, [TimeRanOut(seat=0, turn=3)]),
    "too much credit": (SERVICE, [TimeCredited(seats=(0, 1), milliseconds=9_001, begin=0, end=2**45)]),
    "credit that a person gives": (ADA, [TimeCredited(seats=(0, 1), milliseconds=9_000, begin=0, end=2**45)]),
    "a pause that one of two wants": (
        ADA,
        [PauseAgreed(seat=0, turn=3), MatchPaused(reason="consent", milliseconds=9)],
    ),
    "a pause that nobody wants": (SERVICE, [MatchPaused(reason="consent", milliseconds=9)]),
    "the end of no pause": (SERVICE, [MatchResumed()]),
    "a seat that somebody else agrees for": (BOB, [PauseAgreed(seat=0, turn=3)]),
    "a late move that nobody made": (SERVICE, [LatenessForgiven(seat=0, milliseconds=9)]),
    "a vacation from a clock without days": (ADA, [VacationTaken(seat=0, until=9)]),
}


@pytest.mark.parametrize("which", FORGED)
def test_the_audit_finds_what_the_clocks_never_said(which: str):
    told = Clocked(TURNS, TAKES_OVER)
    told.pass_time(seconds=9)
    (by, events), honest = FORGED[which], told.handler.decider
    told.handler.decider = replace(honest, decide=as_told)
    told.obey(by, events)
    assert told.difference() is not None


def test_the_audit_believes_what_the_clocks_did_say():
    told = Clocked(TURNS, TAKES_OVER)
    told.pass_time(seconds=9)
    honest, credit = told.handler.decider, TimeCredited(seats=(0, 1), milliseconds=9_000, begin=0, end=2**45)
    told.handler.decider = replace(honest, decide=as_told)
    told.obey(SERVICE, [credit])
    assert told.difference() is None


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 40_000)), min_size=1, max_size=12),
    st.sampled_from([TURNS, WHOLE, BY_DAY]),
)
def test_a_fold_from_the_middle_is_a_fold_from_the_start(steps: list[tuple[int, int]], clock: Clock):
    told = Clocked(clock, players=(ADA, BOB, EVE), rounds=5)
    for seat, wait in steps:
        told.pass_time(milliseconds=wait)
        match = told.match
        if match.is_over:
            break
        for late in [seat for seat in match.time.running if match.time.is_out(seat, match.now)]:
            told.run_out(late)
        if seat in told.match.called:
            told.bid(seat)
    whole = told.handler.folder.nothing(f"match:{told.match.id}")
    again = told.handler.folder.after(whole, told.handler.ledger.read(whole.stream))
    assert again.state == told.handler.load(whole.stream).state
    assert told.difference() is None


def test_time_runs_out_only_for_who_is_called():
    told = Clocked(TURNS)
    told.bid(0)
    told.pass_time(minutes=1)
    for seat in (0, 7):
        with pytest.raises(StaleTurn):
            told.obey(SERVICE, RunOut(seat=seat, turn=told.match.turn, player=STAND_IN))
