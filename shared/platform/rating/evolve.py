"""The fold of a book of ratings, one event at a time. It never refuses."""

from typing import Any

from shared.platform.rating.events import BookClosed, BookOpened, RatingAdjusted, RatingsCarried
from shared.platform.rating.model import Worth
from shared.platform.rating.state import Book, Point


def evolve(book: Book, event: Any) -> Book:
    version = book.version + 1
    match event:
        case BookOpened():
            return book._replace(version=version, opened=event)
        case RatingsCarried(ratings=ratings):
            carried = {one.player: Point(worth=Worth(one.mu, one.sigma), matches=one.matches) for one in ratings}
            return book._replace(version=version, players={**book.players, **carried})
        case RatingAdjusted():
            return _adjusted(book, event, version)
        case BookClosed():
            return book._replace(version=version, closed=event)
        case _:
            return book._replace(version=version)


def _adjusted(book: Book, event: RatingAdjusted, version: int) -> Book:
    points = {one.player: _next(book, event.match, one.player, Worth(one.mu, one.sigma)) for one in event.ratings}
    players, matches = {**book.players, **points}, {**book.matches, event.match: version}
    return book._replace(version=version, players=players, matches=matches)


def _next(book: Book, match: str, player: str, worth: Worth) -> Point:
    before = book.point(player)
    return Point(worth=worth, matches=before.matches + 1, match=match, earlier=before)
