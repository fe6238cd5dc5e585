"""Events of a match that follow from no move: they are believed if they can have happened.

No rule knows who left or why an operator ended something; but the rules know that events of a game need a move.
"""

from collections.abc import Sequence

from shared.ledger.past import Entry
from shared.platform.again.difference import Difference
from shared.platform.match import Match, after
from shared.platform.match.events import (
    MatchAborted,
    MatchAdjudicated,
    SeatResigned,
    StandInAgreed,
    StandInSeated,
)
from shared.platform.player import is_bot

UNASKED = frozenset({SeatResigned, StandInSeated, StandInAgreed, MatchAborted, MatchAdjudicated})
NOT_PLAYERS = ("service:", "operator:")


def unasked(match: Match, entries: Sequence[Entry]) -> Difference | None:
    """The first event that only a move can lead to, or that can't have happened; None where there is none."""
    for entry in entries:
        if type(entry.event) not in UNASKED:
            return Difference("match", entry.version, "move", None, "only a move leads to this event")
        if match.is_over or not _can_have_happened(match, entry):
            return Difference("match", entry.version, "type", entry.envelope.type, None)
        match = after(match, [entry.event])
    return None


def _can_have_happened(match: Match, entry: Entry) -> bool:
    """Only its player leaves a seat; a bot replaces a bot, a player who left, or one by consent; no player ends it."""
    event, by = entry.event, entry.envelope.by
    match event:
        case SeatResigned():
            return match.seat_of(by) == event.seat
        case StandInSeated():
            sitting = dict(enumerate(match.players)).get(event.seat, "")
            is_free = event.seat in match.resigned or bool(match.agreed.get(event.seat))
            return is_bot(event.player) and (is_bot(sitting) or is_free)
        case StandInAgreed():
            is_asked = event.turn == match.turn and event.absent in match.called and event.seat != event.absent
            return is_asked and match.seat_of(by) == event.seat
        case _:  # it ends the match
            return by.startswith(NOT_PLAYERS)
