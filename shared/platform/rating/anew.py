"""Ratings computed again from zero, by nothing but who played which match and with which places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shared.platform.rating.decide import digest
from shared.platform.rating.events import BookClosed, BookOpened, Rating, RatingAdjusted, RatingsCarried
from shared.platform.rating.evolve import evolve
from shared.platform.rating.model import MODEL, START, rated
from shared.platform.rating.state import Book, Point

Events = Sequence[Any]  # of one book, in their order


class Rated(NamedTuple):
    """`places` in the sequence of `players`: those that are valid, which may not be those counted first."""

    players: tuple[str, ...]
    places: tuple[int, ...]


class Difference(NamedTuple):
    """Where a book says something else than what comes out, and what about."""

    book: int
    version: int
    what: str


def history(books: Iterable[Events]) -> dict[str, Rated]:
    """All matches of these books in the order in which they were rated."""
    found = dict[str, Rated]()
    for event in (event for book in books for event in book):
        _note(found, event)
    return found


def anew(matches: Iterable[Rated]) -> dict[str, Point]:
    """What everybody is worth after these matches, from zero."""
    worths, counts = dict[str, Any](), dict[str, int]()
    for players, places in matches:
        after = rated([worths.get(player, START) for player in players], places)
        worths.update(zip(players, after, strict=True))
        counts.update((player, counts.get(player, 0) + 1) for player in players)
    return {player: Point(worth=worth, matches=counts[player]) for player, worth in worths.items()}


def opening(books: Sequence[Events]) -> Mapping[str, Point]:
    """What the book after these begins with. Where a match was rated anew, all of them are read again."""
    if not books:
        return {}
    last = fold(books[-1])
    if last.closed is None or last.closed.rerated is None:
        return last.players
    return anew(history(books).values())


def differences(books: Iterable[Events]) -> Iterator[Difference]:
    """Where the stored numbers aren't those that come out. A match after a difference starts from what is stored."""
    found, before = dict[str, Rated](), Book()
    for number, events in enumerate(books, 1):
        carried = _carried(found, before)
        book = Book()
        for event in events:
            if what := _wrong(book, event, number, carried):
                yield Difference(number, book.version + 1, what)
            book = evolve(book, event)
            _note(found, event)
        before = book


def fold(events: Events) -> Book:
    book = Book()
    for event in events:
        book = evolve(book, event)
    return book


def _note(found: dict[str, Rated], event: Any) -> None:
    match event:
        case RatingAdjusted():
            found[event.match] = Rated(tuple(one.player for one in event.ratings), event.places)
        case BookClosed(rerated=rerated) if rerated is not None and rerated.match in found:
            found[rerated.match] = found[rerated.match]._replace(places=rerated.places)


def _carried(found: Mapping[str, Rated], before: Book) -> Mapping[str, Point]:
    is_anew = before.closed is not None and before.closed.rerated is not None
    return anew(found.values()) if is_anew else before.players


def _wrong(book: Book, event: Any, number: int, carried: Mapping[str, Point]) -> str | None:
    match event:
        case BookOpened():
            is_next = (event.book, event.model, event.players) == (number, MODEL, len(carried))
            return None if is_next and book.version == 0 else "opened"
        case RatingsCarried(ratings=ratings):
            said = {one.player: (one.mu, one.sigma, one.matches) for one in ratings}
            expected = {
                player: (*carried[player].worth, carried[player].matches) for player in said if player in carried
            }
            return None if said == expected else "carried"
        case RatingAdjusted():
            return None if event.ratings == _expected(book, event) else "adjusted"
        case BookClosed():
            return None if event.digest == digest(book.players) else "closed"
        case _:
            return "type"


def _expected(book: Book, event: RatingAdjusted) -> tuple[Rating, ...]:
    players = [one.player for one in event.ratings]
    after = rated([book.point(player).worth for player in players], event.places)
    return tuple(Rating(player, *worth) for player, worth in zip(players, after, strict=True))
