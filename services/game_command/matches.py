"""How game-command shows matches."""

from typing import Any

from shared.errors import MatchNotFound
from shared.platform.shown import as_seen
from shared.web.ledger import streams


def shown(match_id: str, player: str, at: int | None) -> dict[str, Any]:
    """The match as this player may see it, at a version or now; the view is null without the game's rules."""
    folded = streams().match(match_id)
    if at is not None and at > folded.version:
        raise MatchNotFound("this match has the versions 1 to {last}", last=folded.version)
    match = streams().matches.at_present(folded).state if at is None else streams().matches.folder.at(folded.stream, at)
    return as_seen(folded, match, match.seat_of(player))
