"""Books of ratings as scoring writes them, without a ledger: each event comes out of a command."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from shared.platform.cited import Cited
from shared.platform.rating import Book, Close, Open, Rate, decide, evolve
from shared.platform.rating.anew import opening
from shared.platform.rating.events import Rerated

CITED = Cited(1, "cc" * 32)


class Shelf:
    """All books of a pool. A full one is followed when the next match comes."""

    def __init__(self) -> None:
        self.books: list[list[Any]] = []
        self.last = Book()

    def rate(self, match: str, places: Mapping[str, int]) -> None:
        if not self.books or self.last.closed:
            self.open()
        self.do(Rate(match=match, score=CITED, places=places))

    def rerate(self, match: str, *places: int) -> None:
        if self.last.closed:
            self.open()
        self.do(Close(rerated=Rerated(match, CITED, places)))

    def open(self) -> None:
        ratings = opening(self.books)
        self.books.append([])
        self.last = Book()
        self.do(Open(book=len(self.books), previous=None, ratings=ratings))

    def do(self, command: Any) -> None:
        for event in decide(self.last, command):
            self.books[-1].append(event)
            self.last = evolve(self.last, event)

    def worths(self) -> dict[str, Any]:
        return {player: (one.worth, one.matches) for player, one in opening([*self.books]).items()}


def matches(count: int, players: int, seed: int = 1) -> Iterator[tuple[str, dict[str, int]]]:
    """Of two to four of these players each, who are the better the lower their number is."""
    chance = random.Random(seed)
    for number in range(count):
        sit = chance.sample(range(players), chance.randint(2, 4))
        strengths = [chance.gauss(player, players / 3) // 2 for player in sit]
        yield (
            f"m{number:011d}",
            {f"person:p{player:011d}": place for player, place in zip(sit, _ranks(strengths), strict=True)},
        )


def shelved(found: Iterable[tuple[str, Mapping[str, int]]]) -> Shelf:
    shelf = Shelf()
    for match, places in found:
        shelf.rate(match, places)
    return shelf


def _ranks(strengths: Sequence[float]) -> list[int]:
    return [1 + sum(other < one for other in strengths) for one in strengths]
