"""Judges what is asked of the clocks: running out, credit for downtime, pauses and vacations."""

from typing import Any, assert_never

from shared.errors import NotAllowed, NotYourSeat, StaleTurn
from shared.evidence import Asked
from shared.platform.match.commands import (
    AgreeToPause,
    AgreeToResume,
    Credit,
    EndPause,
    OfTime,
    Play,
    RunOut,
    TakeVacation,
)
from shared.platform.match.events import (
    TIME,
    LatenessForgiven,
    MatchPaused,
    MatchResumed,
    PauseAgreed,
    ResumeAgreed,
    StandInSeated,
    StoodIn,
    TimeCredited,
    TimeRanOut,
    VacationTaken,
)
from shared.platform.match.evolve import after
from shared.platform.match.follow import and_what_follows
from shared.platform.match.state import Match
from shared.platform.player import is_person
from shared.platform.terms import DAY, DAYS, STANDS_IN

LONGEST_VACATION = 366 * DAY * 1000


def forgiven(match: Match, command: Play) -> list[LatenessForgiven]:
    """What stands beside a move that came a little late. Raises StaleTurn for one that came too late."""
    late = match.time.late(command.seat, match.now)
    if match.time.is_out(command.seat, match.now):
        raise StaleTurn("your time for this turn has run out", turn=command.turn, now=match.turn)
    return [LatenessForgiven(seat=command.seat, milliseconds=late)] if late else []


def decide_time(match: Match, command: OfTime) -> list[Any]:
    if match.clock is None:
        raise NotAllowed("this match has no clock")
    match command:
        case RunOut():
            return _run_out(match, command)
        case Credit():
            return _credit(match, command)
        case AgreeToPause():
            return _pause(match, command)
        case AgreeToResume():
            return _resume(match, command)
        case EndPause():
            return _end_pause(match)
        case TakeVacation():
            return _vacation(match, command)
        case _:
            assert_never(command)


def _run_out(match: Match, command: RunOut) -> list[Any]:
    if command.turn != match.turn or command.seat not in match.called:
        raise StaleTurn("this turn is over: the match went on", turn=command.turn, now=match.turn)
    if not match.time.is_out(command.seat, match.now):
        raise NotAllowed("there is still time in this turn")
    ran_out = TimeRanOut(seat=command.seat, turn=command.turn)
    if match.start.terms.out != STANDS_IN:
        return [ran_out, StandInSeated(seat=command.seat, player=command.player)]
    moved = match.rules.decide(match.state, command.seat, command.move)
    events = [ran_out, *moved, StoodIn(seat=command.seat, player=command.player, reason=TIME)]
    asked = Asked(command.seat, command.turn, command.move)
    return and_what_follows(after(match, events, asked), events)


def _credit(match: Match, command: Credit) -> list[Any]:
    """One event for all seats that ran through as much of it; none where none did."""
    begin, end = max(command.begin, match.time.credited), min(command.end, match.now)
    spent = {seat: hand.overlap(begin, end) for seat, hand in enumerate(match.time.hands)}
    found = [(each, tuple(seat for seat in spent if spent[seat] == each)) for each in sorted({*spent.values()} - {0})]
    return [TimeCredited(seats=seats, milliseconds=each, begin=command.begin, end=command.end) for each, seats in found]


def _pause(match: Match, command: AgreeToPause) -> list[Any]:
    seat = _own(match, command.player)
    if command.turn != match.turn:
        raise StaleTurn("this turn is over: the match went on", turn=command.turn, now=match.turn)
    if match.time.paused is not None:
        raise NotAllowed("the match is paused already")
    if not match.time.may_rest:
        raise NotAllowed("a match is paused three times at most, and for 24 hours in all")
    if seat in match.stops:
        raise NotAllowed("you have agreed already")
    agreed = PauseAgreed(seat=seat, turn=command.turn)
    all_agree = _persons(match) <= match.stops | {seat}
    return [agreed, *([MatchPaused(reason="consent", milliseconds=match.time.may_rest)] if all_agree else [])]


def _resume(match: Match, command: AgreeToResume) -> list[Any]:
    seat = _own(match, command.player)
    if match.time.paused is None:
        raise NotAllowed("the match is not paused")
    if seat in match.resumes:
        raise NotAllowed("you have agreed already")
    all_agree = _persons(match) <= match.resumes | {seat}
    return [ResumeAgreed(seat=seat), *([MatchResumed()] if all_agree else [])]


def _end_pause(match: Match) -> list[Any]:
    if match.time.paused is None or match.now < match.time.until:
        raise NotAllowed("no pause has lasted its time")
    return [MatchResumed()]


def _vacation(match: Match, command: TakeVacation) -> list[Any]:
    seat = _own(match, command.player)
    if match.clock is None or match.clock.kind != DAYS:
        raise NotAllowed("only a clock of days stands during a vacation")
    if command.until > match.now + LONGEST_VACATION:
        raise NotAllowed("a vacation ends within a year")
    if match.time.hands[seat].away == command.until:
        return []
    return [VacationTaken(seat=seat, until=command.until)]


def _own(match: Match, player: str) -> int:
    seat = match.seat_of(player)
    if seat is None:
        raise NotYourSeat("you do not sit at this match")
    return seat


def _persons(match: Match) -> set[int]:
    return {seat for seat, player in enumerate(match.players) if is_person(player)}
