"""Ratings computed again from zero: read from the stored bytes, and every number compared.

.venv/bin/python -m tests.bench.rating
"""

import time

from shared.ledger.memory import MemoryLedger
from shared.platform.books import Books
from shared.platform.rating import Rate
from shared.platform.rating.anew import differences
from shared.platform.streams import Streams
from tests.bench.figure import Figure
from tests.platform.rating.books import CITED, matches

MATCHES = 20_000
PLAYERS = 1000
POOL = "quadropolis-classic"


def figures() -> list[Figure]:
    return [Figure(f"{MATCHES:,} matches rated again from zero", f"{again(rated(MATCHES)):.1f} s")]


def rated(count: int) -> Books:
    """As scoring writes them."""
    books = Books(Streams(MemoryLedger()))
    for match, places in matches(count, PLAYERS):
        command = Rate(match=match, score=CITED, places=places)
        books.rate(POOL, "service:scoring", f"score:{match}#1:rate", command)
    return books


def again(books: Books) -> float:
    """Seconds, in a process that has seen nothing of them."""
    fresh, began = Books(Streams(books.streams.ledger)), time.perf_counter()
    assert [*differences(fresh.events(POOL))] == []
    return time.perf_counter() - began


if __name__ == "__main__":
    for name, value in figures():
        print(f"{name}: {value}")
