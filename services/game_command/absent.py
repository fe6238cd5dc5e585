"""Who was called and never came: by the ledger's own times, never by a visitor's clock."""

from collections.abc import Sequence

from shared.errors import NotAllowed
from shared.ledger.absences import LONGEST_MARGIN
from shared.ledger.envelope import Envelope
from shared.ledger.past import Entry
from shared.platform.match import Match
from shared.platform.match.events import SeatReclaimed, SeatTakenOver
from shared.settings import settings
from shared.web.ledger import absences, streams

WAIVED_AFTER = 2  # times the patience: from then on, nobody waits for the consent of others who never moved


def waived_for(match: Match, absent: int, turn: int) -> frozenset[int]:
    """The seats whose consent to a bot isn't needed, because they have never moved either.

    Raises NotAllowed if the absent player has moved in this match, or was called only a short while ago.
    """
    entries = streams().matches.reader.past(f"match:{match.id}").entries
    if not 1 <= turn <= len(entries) or absent not in range(len(match.players)):
        return frozenset()  # the decider says what is wrong
    moved = those_who_moved(entries)
    if match.players[absent] in moved:
        raise NotAllowed("this player has already moved in this match and may take their time")
    waited, patience = waiting(match.id, called(entries, turn, absent)), settings().absent_after
    if waited < patience:
        raise NotAllowed(
            "a bot may take over {patience} seconds after this player was called (so far: {waited})",
            waited=int(waited),
            patience=int(patience),
        )
    return frozenset(
        seat
        for seat, player in enumerate(match.players)
        if player not in moved and (seat in match.called or waited >= WAIVED_AFTER * patience)
    )


def called(entries: Sequence[Entry], turn: int, seat: int) -> Envelope:
    """When this turn was up to whoever sits there: since it began, or since they sat down."""
    sat_down = (entry for entry in reversed(entries[turn:]) if isinstance(entry.event, SeatReclaimed | SeatTakenOver))
    return next((entry for entry in sat_down if entry.event.seat == seat), entries[turn - 1]).envelope


def waiting(id_: str, called: Envelope) -> float:
    """Seconds since this seat was called, not counting when the product was away, nor a margin after it came back."""
    known, patience = absences(), settings().absent_after
    known.learn()
    return known.age(called.at, (id_, called.version), min(patience, LONGEST_MARGIN))


def those_who_moved(entries: Sequence[Entry]) -> set[str]:
    """Whose own moves are in the match; moves repeated by a branch belong to another match."""
    return {entry.envelope.by for entry in entries if entry.asked}
