"""Matches as programs read them: what a player may see of one, and what happened in it."""

from typing import Any

from shared.ledger.fold import Folded
from shared.platform.match import Match
from shared.platform.moves import plain_moves
from shared.platform.streams import Streams
from shared.platform.terms import plain


def as_seen(folded: Folded[Match], match: Match, seat: int | None) -> dict[str, Any]:
    """`match` is that of `folded`, now or at an earlier version; the view is null without the game's rules.

    With `previous`, `seat` and `turn`, a move is signed as it stands in `legal_moves` (docs/ledger.md, "Signatures").
    """
    started = match.start
    return {
        "id": match.id,
        "game": started.game,
        "rules": started.rules,
        "options": started.options,
        "hints": started.hints,
        "terms": plain(started.terms),
        "version": match.version,
        "head": folded.version,
        "previous": folded.digest,
        "status": match.status,
        "players": match.players,
        "turn": match.turn,
        "time": time_shown(match),
        "called": match.called,
        "on_offer": sorted(match.on_offer),
        "seat": seat,
        "key": None if seat is None else min(match.keys_of(match.players[seat]), default=None),
        "read_only": str(folded.unknown.verdict) if folded.unknown else None,
        **_seen(match, seat, can_move=not folded.unknown),
        "take_back": {"to": match.ways_back(seat) if seat is not None else [], "request": _request(match)},
    }


def time_shown(match: Match) -> dict[str, Any] | None:
    """The clocks at the match's moment."""
    if match.clock is None:
        return None
    seats = [
        {"milliseconds": max(0, hand.remaining(match.now)), "running": hand.is_running(match.now)}
        for hand in match.time.hands
    ]
    return {"now": match.now, "paused": None if match.time.paused is None else match.time.until, "seats": seats}


def _seen(match: Match, seat: int | None, can_move: bool) -> dict[str, Any]:
    if match.game is None:
        return {"view": None, "legal_moves": []}
    view, is_called = match.view(seat), seat is not None and match.turn_of(seat) is not None
    moves = match.game.legal_moves(view, seat) if seat is not None and is_called and can_move else []
    return {"view": match.game.plain(view), "legal_moves": plain_moves(match.game.moves, moves)}


def _request(match: Match) -> dict[str, Any] | None:
    request = match.take_back
    return request and {**request._asdict(), "agreed": sorted(request.agreed)}


def happened_since(streams: Streams, match_id: str, version: int) -> list[dict[str, Any]]:
    """The public part of what happened after a version."""
    reader = streams.matches.reader
    return [
        {
            "version": entry.version,
            "type": entry.envelope.type,
            "data": reader.registry.public(entry.event),
            "at": entry.envelope.at,
        }
        for entry in reader.past(f"match:{match_id}").since(version)
    ]
