"""The commands about clocks, found again from the events that they led to."""

from collections.abc import Sequence

from shared.ledger.past import Entry
from shared.platform.match import AgreeToPause, AgreeToResume, Credit, EndPause, Match, RunOut, TakeVacation
from shared.platform.match.commands import OfTime
from shared.platform.match.events import (
    MatchResumed,
    PauseAgreed,
    ResumeAgreed,
    StandInSeated,
    StoodIn,
    TimeCredited,
    TimeRanOut,
    VacationTaken,
)
from shared.platform.moves import move_from

SERVICE = "service:"


def command_of_time(match: Match, entries: Sequence[Entry]) -> OfTime | None:
    """None where the events are not about clocks, or were written by somebody who may not write them."""
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
        case MatchResumed() if by.startswith(SERVICE):
            return EndPause()
        case _:
            return None


def _ran_out(match: Match, event: TimeRanOut, entries: Sequence[Entry]) -> RunOut | None:
    """A stand-in that moves writes what its move leads to; all else is written by the service."""
    asked, by = entries[0].asked, entries[0].envelope.by
    stood_in = next((each.event for each in entries if isinstance(each.event, StoodIn | StandInSeated)), None)
    if stood_in is None or (by != stood_in.player if asked else not by.startswith(SERVICE)):
        return None
    move = move_from(match.rules.moves, asked.move) if asked else None
    return RunOut(seat=event.seat, turn=event.turn, player=stood_in.player, move=move)
