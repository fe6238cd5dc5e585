"""What players are worth, by pools of a game and mode: books of ratings that can be computed again from zero."""

from shared.platform.rating.commands import Close, Command, Open, Rate
from shared.platform.rating.decide import BOOK, decide
from shared.platform.rating.evolve import evolve
from shared.platform.rating.model import PROVISIONAL, START, Worth
from shared.platform.rating.pools import book_of, pool_of, stream_of
from shared.platform.rating.state import Book, Point
from shared.platform.rating.unrated import why_unrated

__all__ = [
    "BOOK",
    "PROVISIONAL",
    "START",
    "Book",
    "Close",
    "Command",
    "Open",
    "Point",
    "Rate",
    "Worth",
    "book_of",
    "decide",
    "evolve",
    "pool_of",
    "stream_of",
    "why_unrated",
]
