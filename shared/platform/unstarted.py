"""Matches that their table announced and that never started, as when the game is gone: how they are called off."""

from shared.errors import MatchNotFound, TableNotOpen
from shared.platform.match import CallOff
from shared.platform.match.events import MatchAborted, MatchStarted
from shared.platform.match.state import NEVER_DEALT
from shared.platform.streams import Streams, cite


def is_unstarted(streams: Streams, id_: str) -> bool:
    """Whether the table's last event says that a match follows, and none has."""
    closed = streams.tables.load(f"table:{id_}").state.closed
    return bool(closed and closed.match and not streams.ledger.last(f"match:{id_}"))


def never_dealt(streams: Streams, id_: str) -> MatchAborted | None:
    """How a match ended that was called off before it could start; None of every other one."""
    match = streams.blind.load(f"match:{id_}").state
    is_so = match.started is not None and match.started.rules == NEVER_DEALT
    return match.end if is_so and isinstance(match.end, MatchAborted) else None


def call_off(streams: Streams, id_: str, reason: str, note: str | None) -> CallOff:
    """The command that ends such a match without its game. Raises TableNotOpen, MatchNotFound."""
    folded = streams.tables.load(f"table:{id_}")
    table, opened = folded.state, folded.state.opened
    if opened is None:
        raise MatchNotFound("there is no match {id}", id=id_)
    if table.closed is None or not table.closed.match:
        raise TableNotOpen("no match follows this table")
    started = MatchStarted(
        game=opened.game,
        rules=NEVER_DEALT,
        options=opened.options,
        players=table.players,
        commitment=opened.commitment,
        nonces=table.nonces,
        table=cite(folded),
        practice=opened.branch is not None,
        branch=opened.branch,
        hints=opened.hints,
        terms=opened.terms,
        deal=None,
        host_key=opened.host_key,
        keys=table.keys,
        seed=opened.seed,
    )
    return CallOff(started=started, reason=reason, note=note)
