"""Judges who is taken to be absent, and who comes back: a bot keeps the seat meanwhile."""

from typing import Any, assert_never

from shared.errors import NotAllowed, NotYourSeat, StaleTurn
from shared.platform.match.commands import NoteAbsence, OfLeavers, Reclaim
from shared.platform.match.events import AbsenceNoted, SeatReclaimed, StandInSeated
from shared.platform.match.state import Match
from shared.platform.player import is_person


def decide_leavers(match: Match, command: OfLeavers) -> list[Any]:
    match command:
        case NoteAbsence():
            return _absent(match, command)
        case Reclaim():
            return _reclaimed(match, command)
        case _:
            assert_never(command)


def _absent(match: Match, command: NoteAbsence) -> list[Any]:
    if command.turn != match.turn or command.seat not in match.called:
        raise StaleTurn("this turn is over: the match went on", turn=command.turn, now=match.turn)
    if not match.patience or not is_person(match.players[command.seat]):
        raise NotAllowed("no bot plays on by itself for this seat")
    if command.seconds < match.patience:
        raise NotAllowed("this player was here a short while ago")
    noted = AbsenceNoted(seat=command.seat, turn=command.turn, seconds=command.seconds)
    return [noted, StandInSeated(seat=command.seat, player=command.player)]


def _reclaimed(match: Match, command: Reclaim) -> list[Any]:
    seat = match.first_seat_of(command.player)
    if seat is None:
        raise NotYourSeat("you do not sit at this match")
    if seat not in match.absent:
        raise NotYourSeat("no bot keeps a seat for you here")
    return [SeatReclaimed(seat=seat, player=command.player)]
