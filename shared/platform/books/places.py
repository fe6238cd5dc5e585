"""In which book and at which version of it a match was rated: made again from the books wherever it is missing."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from shared.ledger.redis import answering
from shared.platform.books.books import Books

UPTO = "upto"  # no id of a match is as short


class Place(NamedTuple):
    book: int
    version: int


class Places:
    """In the hash `rated:<pool>`, by match; its field `upto` says how far that goes."""

    def __init__(self, client: Any, books: Books) -> None:
        self.client = client
        self.books = books

    def of(self, pool: str, match: str) -> Place | None:
        """As far as somebody has caught up."""
        with answering():
            found = self.client.hget(_key(pool), match)
        return _place(found) if found else None

    def catch_up(self, pool: str) -> None:
        """All that was rated since. Only the newest book is read, unless more of it is missing."""
        with answering():
            kept = self.client.hget(_key(pool), UPTO)
        upto = _place(kept) if kept else Place(1, 0)
        new = dict(self._after(pool, upto))
        if not new:
            return
        with answering():
            self.client.hset(_key(pool), mapping={**new, UPTO: max(new.values(), key=_place)})

    def _after(self, pool: str, upto: Place) -> Iterator[tuple[str, bytes]]:
        for number in range(upto.book, self.books.newest(pool) + 1):
            after = upto.version if number == upto.book else 0
            for match, version in self.books.book(pool, number).state.matches.items():
                if version > after:
                    yield match, f"{number} {version}".encode()


def _key(pool: str) -> str:
    return f"rated:{pool}"


def _place(kept: bytes) -> Place:
    book, version = kept.split()
    return Place(int(book), int(version))
