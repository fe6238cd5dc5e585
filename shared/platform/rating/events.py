"""The events of ratings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shared.platform.cited import Cited


class Rating(NamedTuple):
    """Mean and deviation in millionths."""

    player: str
    mu: int
    sigma: int


class Carried(NamedTuple):
    """What a player is worth when a book begins, after so many matches in the books before."""

    player: str
    mu: int
    sigma: int
    matches: int


class Rerated(NamedTuple):
    """The places that a match is rated by from now on, in the sequence of its ratings; `score` cites why."""

    match: str
    score: Cited
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookOpened:
    """A book of ratings, which are computed by `model`; `previous` cites what closed the one before.

    Its `players` are carried on by the events that follow at once.
    """

    book: int
    model: int
    previous: Cited | None
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsCarried:
    ratings: tuple[Carried, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingAdjusted:
    """`match` is the id of the rated match, `score` cites its count; the next update starts from these numbers.

    `places` are in the sequence of `ratings`.
    """

    match: str
    score: Cited
    places: tuple[int, ...]
    ratings: tuple[Rating, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookClosed:
    """`digest` is that of all ratings in it. What `rerated` says holds from that match on: the next book is computed
    anew. Without it, the next one starts with the same ratings.
    """

    digest: str
    rerated: Rerated | None


EVENTS: Mapping[str, type] = {
    "rating.book_opened": BookOpened,
    "rating.carried": RatingsCarried,
    "rating.adjusted": RatingAdjusted,
    "rating.book_closed": BookClosed,
}
