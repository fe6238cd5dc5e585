"""Judges who is taken to be absent, who comes back or takes over, and how the last person ends a match."""

from typing import Any, assert_never

from shared.errors import NotAllowed, NotYourSeat, StaleTurn
from shared.platform.keys import check_key
from shared.platform.match.commands import EndAlone, NoteAbsence, OfLeavers, Reclaim, TakeOver
from shared.platform.match.events import (
    LEFT,
    AbsenceNoted,
    MatchAborted,
    MatchEnded,
    SeatReclaimed,
    SeatTakenOver,
    StandInSeated,
)
from shared.platform.match.result import is_decided_by_leaving
from shared.platform.match.state import Match
from shared.platform.player import is_person


def decide_leavers(match: Match, command: OfLeavers) -> list[Any]:
    match command:
        case NoteAbsence():
            return _absent(match, command)
        case Reclaim():
            return _reclaimed(match, command)
        case TakeOver():
            return _taken_over(match, command)
        case EndAlone():
            return _ended(match, command)
        case _:
            assert_never(command)


def _absent(match: Match, command: NoteAbsence) -> list[Any]:
    if command.turn != match.turn or command.seat not in match.called:
        raise StaleTurn("this turn is over: the match went on", turn=command.turn, now=match.turn)
    if not match.patience or not is_person(match.players[command.seat]) or _rests(match, command.seat):
        raise NotAllowed("no bot plays on by itself for this seat")
    if command.seconds < match.patience:
        raise NotAllowed("this player was here a short while ago")
    noted = AbsenceNoted(seat=command.seat, turn=command.turn, seconds=command.seconds)
    return [noted, StandInSeated(seat=command.seat, player=command.player)]


def _rests(match: Match, seat: int) -> bool:
    """In a pause, or on vacation: also where that began while somebody was looked for."""
    return match.time.paused is not None or any(hand.away > match.now for hand in match.time.hands[seat : seat + 1])


def _reclaimed(match: Match, command: Reclaim) -> list[Any]:
    seat = match.seating.first_seat_of(command.player)
    if seat is None:
        raise NotYourSeat("you do not sit at this match")
    if match.seating.owners[seat] != command.player:
        raise NotYourSeat("somebody else has taken over your seat")
    if seat not in match.absent:
        raise NotYourSeat("no bot keeps a seat for you here")
    return [SeatReclaimed(seat=seat, player=command.player)]


def _taken_over(match: Match, command: TakeOver) -> list[Any]:
    if not is_person(command.player):
        raise NotAllowed("only people take over a seat")
    if command.player in match.seating.everybody:
        raise NotAllowed("you have had a seat in this match: only somebody else can take one over")
    if command.seat not in match.on_offer:
        raise NotAllowed("this seat can't be taken over: somebody plays there, or the table keeps it for who left")
    if command.key is not None:
        check_key(command.key)
    return [SeatTakenOver(seat=command.seat, player=command.player, key=command.key)]


def _ended(match: Match, command: EndAlone) -> list[Any]:
    """Where something is at stake it is decided; all else simply ends."""
    if match.seat_of(command.player) is None:
        raise NotYourSeat("you do not sit at this match")
    if command.player != match.seating.last_person:
        raise NotAllowed("a match ends like this once all other people have left it, and bots play for them")
    is_decided = is_decided_by_leaving(match)
    return [MatchEnded(reason=LEFT) if is_decided else MatchAborted(reason=LEFT, note=None)]
