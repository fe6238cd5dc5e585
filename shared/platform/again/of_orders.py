"""Commands that are no moves, and of no clock, found again from their events: who left, and who ended a match."""

from collections.abc import Collection, Sequence

from shared.ledger.past import Entry
from shared.platform.again.of_time import SERVICE
from shared.platform.match import (
    Abort,
    Adjudicate,
    AgreeToStandIn,
    CallOff,
    Command,
    Match,
    Resign,
    SeatStandIn,
)
from shared.platform.match.events import (
    MatchAborted,
    MatchAdjudicated,
    MatchStarted,
    SeatResigned,
    StandInAgreed,
    StandInSeated,
)
from shared.platform.match.state import NEVER_DEALT
from shared.platform.player import is_bot, is_person

OF_ORDERS = (SeatResigned, StandInSeated, StandInAgreed, MatchAborted, MatchAdjudicated)
ENDS_BY = {"idle": SERVICE, "operator": "operator:"}
"""Who breaks a match off, by the reason that they give."""


def command_of_order(match: Match, entries: Sequence[Entry], moved: Collection[str]) -> Command | None:
    """None where whoever wrote this may not give such an order. `moved` are all who have moved in the match."""
    event, by = entries[0].event, entries[0].envelope.by
    match event:
        case SeatResigned():
            return Resign(player=by)
        case StandInSeated() if by.startswith(SERVICE) and is_bot(event.player):
            return SeatStandIn(seat=event.seat, player=event.player) if 0 <= event.seat < len(match.players) else None
        case StandInAgreed() if event.absent in match.called:
            waived = _waived(match, moved) if isinstance(entries[-1].event, StandInSeated) else frozenset[int]()
            return AgreeToStandIn(player=by, absent=event.absent, turn=event.turn, waived=waived)
        case MatchAborted() if by.startswith(ENDS_BY.get(event.reason, "nobody:")):
            return Abort(reason=event.reason, note=event.note)
        case MatchAdjudicated() if by.startswith("operator:"):
            return Adjudicate(places=event.places, note=event.note)
        case MatchStarted():
            return _called_off(event, entries)
        case _:
            return None


def _called_off(event: MatchStarted, entries: Sequence[Entry]) -> CallOff | None:
    """A match whose game was gone before it began: nothing was dealt."""
    ended, by = entries[-1].event, entries[0].envelope.by
    if event.rules != NEVER_DEALT or not isinstance(ended, MatchAborted):
        return None
    may = by.startswith(ENDS_BY.get(ended.reason, "nobody:"))
    return CallOff(started=event, reason=ended.reason, note=ended.note) if may else None


def _waived(match: Match, moved: Collection[str]) -> frozenset[int]:
    """Nobody waits for the consent of people who never moved; how long they were called, no rule knows."""
    pairs = enumerate(match.players)
    return frozenset(seat for seat, player in pairs if is_person(player) and player not in moved)
