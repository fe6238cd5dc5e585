"""Who is called to move, and what everybody else is told."""

from collections.abc import Sequence

from shared.errors import NotYourTurn


def turn_refusal(called: Sequence[int], seat: int) -> NotYourTurn | None:
    """None where the seat is called; at most one seat is, in games that use this."""
    if seat in called:
        return None
    if not called:
        return NotYourTurn("nobody is called to move")
    return NotYourTurn("it is the turn of {seat}", seat=called[0])
