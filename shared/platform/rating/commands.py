"""What can be asked of a book of ratings."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.platform.cited import Cited
from shared.platform.rating.events import Rerated
from shared.platform.rating.state import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Begin the next book with what everybody was worth at the end of the one before, which `previous` cites."""

    book: int
    previous: Cited | None
    ratings: Mapping[str, Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Count a match; `places` by player, equal ones shared. `score` cites what says so."""

    match: str
    score: Cited
    places: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """End the book because a match has other places than were counted."""

    rerated: Rerated


Command = Open | Rate | Close
