"""What refusals of all games have in common: whose turn it is, their form in JSON, and wrong fields of a request."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.annotations import Json
from shared.errors import Malformed, NotYourTurn, UrbanistError

Fields = Mapping[Any, Any]
"""What is wrong, by field and index in a list: `{"city": {2: {0: {"floors": ["…"]}}}}`."""


def turn_refusal(called: Sequence[int], seat: int) -> NotYourTurn | None:
    """None where the seat is called. For games that call at most one seat at a time."""
    if seat in called:
        return None
    if not called:
        return NotYourTurn("nobody is called to move")
    return NotYourTurn("it is the turn of {seat}", seat=called[0])


def plain_refusal(refusal: UrbanistError | None) -> Json | None:
    """For pages, which put it into words."""
    return None if refusal is None else {"template": refusal.template, "values": dict(refusal.values)}


def nonsense(fields: Fields) -> Malformed:
    return Malformed("this can't be understood", fields=fields)
