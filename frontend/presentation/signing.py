"""With which key the viewer's moves and orders in a match are signed."""

from typing import TypedDict

from frontend.presentation.seen import Seen


class SigningContext(TypedDict):
    """`key` is the public half; only the browser in which the seat was taken has the other one."""

    key: str
    seat: int
    player: str


def signing_context(seen: Seen) -> SigningContext | None:
    """Also of who is away, and may come back. None for who took the seat without a key."""
    match = seen.match
    seat = match.seating.first_seat_of(seen.player) if seen.you is None else seen.you
    key = min(match.keys_of(seen.player), default=None)
    if seat is None or key is None or match.is_over or seen.is_replay:
        return None
    return {"key": key, "seat": seat, "player": seen.player}
