"""Judges every command for a book of ratings, and gives the events that an allowed one leads to."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, assert_never

from shared.errors import MatchOver, NotAllowed
from shared.platform.rating.commands import Close, Command, Open, Rate
from shared.platform.rating.events import BookClosed, BookOpened, Carried, Rating, RatingAdjusted, RatingsCarried
from shared.platform.rating.evolve import evolve
from shared.platform.rating.model import MODEL, rated
from shared.platform.rating.state import Book, Point

BOOK = 5000  # matches; then the book is closed
AT_ONCE = 500  # ratings that one event carries on


def decide(book: Book, command: Command) -> list[Any]:
    """The events that the command leads to. Raises MatchOver, NotAllowed."""
    if isinstance(command, Open):
        if book.opened is not None:
            raise NotAllowed("this book of ratings was opened already")
        return list(_opened(command))
    if book.opened is None or book.closed is not None:
        raise NotAllowed("this book of ratings is not open")
    match command:
        case Rate():
            return _rate(book, command)
        case Close(rerated=rerated):
            return [BookClosed(digest=digest(book.players), rerated=rerated)]
        case _:
            assert_never(command)


def digest(players: Mapping[str, Point]) -> str:
    """The hash of a line for each player, sorted: docs/ledger.md, "Ratings"."""
    lines = sorted(f"{player} {one.worth.mu} {one.worth.sigma} {one.matches}\n" for player, one in players.items())
    return sha256("".join(lines).encode()).hexdigest()


def _opened(command: Open) -> Iterator[Any]:
    everybody = sorted(command.ratings.items())
    yield BookOpened(book=command.book, model=MODEL, previous=command.previous, players=len(everybody))
    for first in range(0, len(everybody), AT_ONCE):
        some = everybody[first : first + AT_ONCE]
        yield RatingsCarried(ratings=tuple(Carried(player, *one.worth, one.matches) for player, one in some))


def _rate(book: Book, command: Rate) -> list[Any]:
    if command.match in book.matches:
        raise MatchOver("this match was rated already")
    if len(command.places) < 2:
        raise NotAllowed("a rating compares at least two players")
    worths = rated([book.point(player).worth for player in command.places], list(command.places.values()))
    adjusted = RatingAdjusted(
        match=command.match,
        score=command.score,
        places=tuple(command.places.values()),
        ratings=tuple(Rating(player, *worth) for player, worth in zip(command.places, worths, strict=True)),
    )
    return [adjusted, *_full(evolve(book, adjusted))]


def _full(book: Book) -> list[BookClosed]:
    return [BookClosed(digest=digest(book.players), rerated=None)] if len(book.matches) >= BOOK else []
