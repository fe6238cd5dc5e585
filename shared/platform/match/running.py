"""What each event does to the clocks: which run, which stand, and what is added or taken.

Only people have one: bots have limits of their own, and wait for workers that are not theirs.
"""

from typing import Any

from shared.evidence import Asked
from shared.platform.match.events import (
    LatenessForgiven,
    MatchAborted,
    MatchAdjudicated,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    SeatReclaimed,
    SeatTakenOver,
    StandInSeated,
    TimeCredited,
    TimeRanOut,
    TurnStarted,
    VacationTaken,
)
from shared.platform.match.state import Match
from shared.platform.match.time import Hand, Time, given_turn, wound
from shared.platform.player import is_person
from shared.platform.terms import Clock

OF_TIME = frozenset({LatenessForgiven, TimeCredited, VacationTaken})
"""They change nothing but the clocks."""


def time_after(match: Match, event: Any, asked: Asked | None) -> Time:
    """The clocks after the event, which the match does not have yet. Whoever answers stops, and gets the increment."""
    clock = event.terms.clock if isinstance(event, MatchStarted) else match.clock
    if clock is None:
        return match.time
    time = _changed(match, clock, event)
    return time if asked is None else _answered(time, clock, asked.seat, match.now)


def _changed(match: Match, clock: Clock, event: Any) -> Time:
    time, now = match.time, match.now
    match event:
        case MatchStarted():
            return wound(clock, len(event.players))
        case TurnStarted():
            return _called(match, clock, event.seats)
        case StandInSeated():
            return time.with_hand(event.seat, time.hands[event.seat].stopped(now))
        case SeatReclaimed():
            return _sat_down(match, clock, time.hands[event.seat], event.seat)
        case SeatTakenOver():  # a vacation is a person's, and stays with who left
            return _sat_down(match, clock, time.hands[event.seat]._replace(away=0), event.seat)
        case LatenessForgiven():
            hand = time.hands[event.seat]
            return time.with_hand(event.seat, hand._replace(left=hand.left + event.milliseconds))
        case TimeRanOut():
            return time.with_hand(event.seat, time.hands[event.seat]._replace(left=0, free=0, since=None))
        case TimeCredited():
            return _credited(match, event)
        case MatchPaused():
            return time.stopped(now)._replace(paused=now, until=now + event.milliseconds, pauses=time.pauses + 1)
        case MatchResumed():
            return resumed(match)
        case VacationTaken():
            return _on_vacation(match, event)
        case MatchEnded() | MatchAborted() | MatchAdjudicated():
            return time.stopped(now)._replace(paused=None)
        case _:
            return time


def _called(match: Match, clock: Clock, seats: tuple[int, ...]) -> Time:
    time = match.time.stopped(match.now)
    hands = [given_turn(hand, clock) if seat in seats else hand for seat, hand in enumerate(time.hands)]
    return time._replace(hands=tuple(hands)).started(people(match, seats), match.now)


def _sat_down(match: Match, clock: Clock, hand: Hand, seat: int) -> Time:
    """Who sits down there while the seat is called has the time of a turn."""
    if seat not in match.called:
        return match.time.with_hand(seat, hand)
    return match.time.with_hand(seat, given_turn(hand, clock)).started((seat,), match.now)


def people(match: Match, seats: tuple[int, ...]) -> list[int]:
    return [seat for seat in seats if is_person(match.players[seat])]


def resumed(match: Match) -> Time:
    """A pause that was ended late lasted no longer than it may."""
    time, now = match.time, match.now
    rested = min(now, time.until) - (now if time.paused is None else time.paused)
    on = time._replace(paused=None, rested=time.rested + max(0, rested))
    return on.started(people(match, match.called), now)


def _answered(time: Time, clock: Clock, seat: int, now: int) -> Time:
    hand = time.hands[seat].stopped(now)
    return time.with_hand(seat, hand._replace(left=hand.left + clock.increment * 1000))


def _credited(match: Match, event: TimeCredited) -> Time:
    """As if the turn had begun so much later."""
    time = match.time
    for seat in event.seats:
        hand = time.hands[seat]
        if hand.since is not None:
            time = time.with_hand(seat, hand._replace(since=hand.since + event.milliseconds))
    return time._replace(credited=max(time.credited, min(event.end, match.now)))


def _on_vacation(match: Match, event: VacationTaken) -> Time:
    """What runs goes on from the end of the vacation; what stands will not run before."""
    hand = match.time.hands[event.seat]
    stands = hand.stopped(match.now)._replace(away=event.until)
    return match.time.with_hand(event.seat, stands if hand.since is None else stands.running(match.now))
