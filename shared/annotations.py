"""What dataclasses say of their fields, for the codec, for schemas, and for descriptions for people."""

from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
ASIDE = "is_aside"
Json = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class Range:
    """The smallest and the largest value a field of a move may have: `Annotated[int, Range(1, 4)]`."""

    first: int
    last: int


def sealed() -> Any:
    """A field that is not public: the codec puts it into the sealed part."""
    return field(metadata={"sealed": True})


def drawn(label: str) -> Any:
    """A field that holds drawn items which everybody learns through this event.

    Its value is an item, None, or a tuple of these; `str(value)` is the item's text. `label` names the draw and may
    cite other fields of the event: `drawn("round_{round}")`.
    """
    return field(metadata={"drawn": label})


def seat_number() -> Any:
    """A field that holds a seat and isn't called so: whoever tells people of it counts it from 1, as any seat."""
    return field(metadata={"seat": True})


def aside(cls: type[T]) -> type[T]:
    """An event that answers no turn: whoever made the move is still called, and their clock runs on."""
    setattr(cls, ASIDE, True)
    return cls


def is_aside(event: Any) -> bool:
    """Of an event, or of its class."""
    return getattr(event, ASIDE, False)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(sealed, drawn, seat_number))
def event(cls: type[T]) -> type[T]:
    """A dataclass for what happens most. The type checker alone keeps it from being changed.

    Python would take three times as long to make one that it keeps from that too.
    """
    return dataclass(slots=True, kw_only=True, unsafe_hash=True)(cls)
