"""The state of a book of ratings: what each player is worth, and how they came there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from shared.platform.rating.events import BookClosed, BookOpened
from shared.platform.rating.model import START, Worth

EMPTY: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What a player was worth after `match`, and after how many matches that was.

    None as a match: before the first one of the book. `earlier` is the point before in this book; chains are long, so
    it is neither compared nor shown.
    """

    worth: Worth
    matches: int = 0
    match: str | None = None
    earlier: "Point | None" = field(default=None, compare=False, repr=False)

    def back(self) -> Iterator["Point"]:
        """This point and those before it in this book, the newest first."""
        point: Point | None = self
        while point is not None:
            yield point
            point = point.earlier


NEW = Point(worth=START)


class Book(NamedTuple):
    """`matches` are those that were rated in it, by the version of their event."""

    version: int = 0
    opened: BookOpened | None = None
    players: Mapping[str, Point] = EMPTY
    matches: Mapping[str, int] = EMPTY
    closed: BookClosed | None = None

    def point(self, player: str) -> Point:
        """Everybody begins alike."""
        return self.players.get(player, NEW)
