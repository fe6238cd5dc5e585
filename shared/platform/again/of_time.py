"""The commands about clocks and leavers, found again from the events that they led to."""

from collections.abc import Sequence

from shared.ledger.past import Entry
from shared.platform.match import (
    AgreeToPause,
    AgreeToResume,
    Credit,
    EndAlone,
    EndPause,
    Match,
    NoteAbsence,
    Reclaim,
    RunOut,
    TakeOver,
    TakeVacation,
)
from shared.platform.match.commands import OfLeavers, OfTime
from shared.platform.match.events import (
    LEFT,
    AbsenceNoted,
    MatchAborted,
    MatchEnded,
    MatchResumed,
    PauseAgreed,
    ResumeAgreed,
    SeatReclaimed,
    SeatTakenOver,
    StandInSeated,
    StoodIn,
    TimeCredited,
    TimeRanOut,
    VacationTaken,
)
from shared.platform.moves import move_from

SERVICE = "service:"


def command_of_time(match: Match, entries: Sequence[Entry]) -> OfTime | OfLeavers | None:
    """None where the events are about something else, or were written by somebody who may not write them."""
    event, by = entries[0].event, entries[0].envelope.by
    match event:
        case TimeRanOut():
            return _ran_out(match, event, entries)
        case PauseAgreed():
            return AgreeToPause(player=by, turn=event.turn)
        case ResumeAgreed():
            return AgreeToResume(player=by)
        case VacationTaken():
            return TakeVacation(player=by, until=event.until)
        case TimeCredited() if by.startswith(SERVICE):
            return Credit(begin=event.begin, end=event.end)
        case AbsenceNoted() if by.startswith(SERVICE):
            return _absent(event, entries)
        case SeatReclaimed():
            return Reclaim(player=by)
        case SeatTakenOver():
            return TakeOver(player=by, seat=event.seat, key=event.key)
        case MatchEnded(reason=reason) | MatchAborted(reason=reason) if reason == LEFT:
            return EndAlone(player=by)
        case MatchResumed() if by.startswith(SERVICE):
            return EndPause()
        case _:
            return None


def _absent(event: AbsenceNoted, entries: Sequence[Entry]) -> NoteAbsence | None:
    comes = next((each.event.player for each in entries if isinstance(each.event, StandInSeated)), None)
    if comes is None:
        return None
    return NoteAbsence(seat=event.seat, turn=event.turn, player=comes, seconds=event.seconds)


def _ran_out(match: Match, event: TimeRanOut, entries: Sequence[Entry]) -> RunOut | None:
    """A stand-in that moves writes what its move leads to; all else is written by the service."""
    asked, by = entries[0].asked, entries[0].envelope.by
    stood_in = next((each.event for each in entries if isinstance(each.event, StoodIn | StandInSeated)), None)
    if stood_in is None or (by != stood_in.player if asked else not by.startswith(SERVICE)):
        return None
    move = move_from(match.rules.moves, asked.move) if asked else None
    return RunOut(seat=event.seat, turn=event.turn, player=stood_in.player, move=move)
