"""Judges every command for a match, and gives the events that an allowed one leads to."""

from typing import Any, assert_never

from shared.annotations import is_aside
from shared.bots import stand_in
from shared.errors import MatchOver, NotAllowed, NotYourSeat, NotYourTurn, StaleTurn
from shared.evidence import Asked
from shared.games.game import Game
from shared.games.ranks import are_ranks
from shared.platform.match.commands import (
    Abort,
    Adjudicate,
    AgreeToStandIn,
    AnswerTakeBack,
    AskToTakeBack,
    CallOff,
    Command,
    OfLeavers,
    OfTime,
    Play,
    Resign,
    SeatStandIn,
    StandIn,
    Start,
    WithdrawTakeBack,
)
from shared.platform.match.decide_time import decide_time, forgiven
from shared.platform.match.events import (
    LatenessForgiven,
    MatchAborted,
    MatchAdjudicated,
    SeatResigned,
    StandInAgreed,
    StandInSeated,
    StoodIn,
)
from shared.platform.match.evolve import after
from shared.platform.match.follow import and_what_follows
from shared.platform.match.leavers import decide_leavers
from shared.platform.match.start import beginning
from shared.platform.match.state import Match
from shared.platform.match.take_back import decide_take_back
from shared.platform.player import is_bot, is_person


def decide(match: Match, command: Command) -> list[Any]:
    """The events that the command leads to. Raises MatchOver, StaleTurn, NotYourTurn, IllegalMove, NotAllowed."""
    if isinstance(command, Start):
        return _start(match, command)
    if isinstance(command, CallOff):
        return _call_off(match, command)
    if match.started is None:
        raise MatchOver("the match has not started")
    if match.is_over:
        raise MatchOver("the match is over")
    match command:
        case Play():
            return _play(match, command)
        case Resign():
            return _resign(match, command)
        case StandIn():
            return _stand_in_once(match, command)
        case SeatStandIn():
            return _stand_in(match, command)
        case AgreeToStandIn():
            return _agree(match, command)
        case AskToTakeBack() | AnswerTakeBack() | WithdrawTakeBack():
            return decide_take_back(match, command)
        case Abort():
            return _abort(match, command)
        case Adjudicate():
            return _adjudicate(match, command)
        case _ if isinstance(command, OfTime):
            return decide_time(match, command)
        case _ if isinstance(command, OfLeavers):
            return decide_leavers(match, command)
        case _:
            assert_never(command)


def _start(match: Match, command: Start) -> list[Any]:
    if match.started is not None:
        raise MatchOver("the match has already started")
    if command.before is not None and match.now >= command.before:
        raise NotAllowed("this deal is over: nobody can begin to play it any more")
    return [event for step in beginning(match, command) for event in step.events]


def _call_off(match: Match, command: CallOff) -> list[Any]:
    if match.started is not None:
        raise MatchOver("the match has already started")
    return [command.started, MatchAborted(reason=command.reason, note=command.note)]


def _play(match: Match, command: Play) -> list[Any]:
    rules = match.rules
    if command.seat not in range(len(match.players)) or match.players[command.seat] != command.player:
        raise NotYourSeat("you do not sit at this match")
    _check_called(match, command)
    return _moved(match, rules, command, *forgiven(match, command))


def _stand_in_once(match: Match, command: StandIn) -> list[Any]:
    sits = match.players[command.seat] if command.seat in range(len(match.players)) else ""
    if not is_bot(sits) or not is_bot(command.player) or sits == command.player:
        raise NotAllowed("only another bot's seat is taken over")
    _check_called(match, command)
    return _moved(match, match.rules, command, StoodIn(seat=command.seat, player=command.player, reason=command.reason))


def _check_called(match: Match, command: Play | StandIn) -> None:
    if command.turn != match.turn:
        raise _stale(match, command.turn)
    if command.seat not in match.called:
        raise NotYourTurn("waiting for {seats}", seats=match.called)


def _moved(match: Match, rules: Game, command: Play | StandIn, *besides: StoodIn | LatenessForgiven) -> list[Any]:
    moved = rules.decide(match.state, command.seat, command.move)
    if any(map(is_aside, moved)):  # nothing is forgiven yet: the clock runs on
        besides = tuple(each for each in besides if not isinstance(each, LatenessForgiven))
    events = [*moved, *besides]
    asked = Asked(command.seat, command.turn, command.move)
    return and_what_follows(after(match, events, asked), events)


def _stand_in(match: Match, command: SeatStandIn) -> list[Any]:
    sits, comes = match.players[command.seat], command.player or stand_in()
    if not is_bot(sits) or sits == comes:
        raise NotAllowed("only another bot's seat is taken over")
    if command.turn is not None and command.turn != match.turn_of(command.seat):
        raise _stale(match, command.turn)
    return [StandInSeated(seat=command.seat, player=comes)]


def _agree(match: Match, command: AgreeToStandIn) -> list[Any]:
    """Once all who are there agree, a bot takes over the seat."""
    seat, agreed = match.seat_of(command.player), match.agreed.get(command.absent, frozenset())
    if seat is None:
        raise NotYourSeat("you do not sit at this match")
    if command.turn != match.turn:
        raise _stale(match, command.turn)
    if command.absent not in match.called or not is_person(match.players[command.absent]):
        raise NotAllowed("nobody is waiting for a person in this seat")
    if seat == command.absent:
        raise NotAllowed("you can't give your own seat to a bot like this: resign instead")
    asked = {at for at, player in enumerate(match.players) if is_person(player)} - {command.absent}
    everybody = asked - command.waived <= agreed | {seat}
    if seat in agreed and not everybody:  # who is waived later makes the same consent enough
        raise NotAllowed("you have agreed already")
    given = [StandInSeated(seat=command.absent, player=stand_in())] if everybody else []
    return [StandInAgreed(seat=seat, absent=command.absent, turn=command.turn), *given]


def _abort(match: Match, command: Abort) -> list[Any]:
    if command.at is not None and command.at != match.version:
        raise StaleTurn("the match went on", at=command.at, now=match.version)
    return [MatchAborted(reason=command.reason, note=command.note)]


def _adjudicate(match: Match, command: Adjudicate) -> list[Any]:
    if len(command.places) != len(match.players):
        raise NotAllowed("one place or none for each seat, {count} in this match", count=len(match.players))
    if not are_ranks(command.places):
        raise NotAllowed("places count from 1, and equal ones are shared: 1, 2, 2, 4")
    return [MatchAdjudicated(places=command.places, note=command.note)]


def _stale(match: Match, turn: int) -> StaleTurn:
    return StaleTurn("this turn is over: the match went on", turn=turn, now=match.turn)


def _resign(match: Match, command: Resign) -> list[Any]:
    seat = match.seat_of(command.player)
    if seat is None:
        raise NotYourSeat("you do not sit at this match")
    return [SeatResigned(seat=seat), StandInSeated(seat=seat, player=stand_in())]
