"""The best worth of harbours, shops, towers and services, which depend on each other by numbers alone.

How many inhabitants and how much energy there is, and how many shops are active, is all that ties them together. Active
factories ask for the harbours and shops beside them: one that is not active takes back what its factories miss.

What is known of one kind is remembered: the cities that a bot weighs differ in one building.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import add

from shared.games.quadropolis.play.board import bits
from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.score.tables import FACTORY, HARBOURS, PLANS
from shared.games.quadropolis.score.worth import (
    DIGIT,
    DIGITS,
    POINT,
    BySquare,
    best_by_number,
    customers,
    largest_first,
    service,
    tower,
)

REMEMBERED = 1 << 12

ByNumber = tuple[int, ...]
"""The best worth of 0, 1, 2 … buildings."""
Claim = tuple[int, int]
"""Harbours that must be active, as a bit set, and what their unbroken row and column are worth then."""


@lru_cache(maxsize=REMEMBERED)
def services(mode: str, points: BySquare) -> ByNumber:
    return best_by_number(service(PLANS[mode], square, more) for square, more in points)


@lru_cache(maxsize=REMEMBERED)
def towers(mode: str, floors: BySquare, parks: BySquare) -> ByNumber:
    """`parks`: the active offices beside each."""
    return best_by_number(tower(PLANS[mode], square, number, dict(parks)) for square, number in floors)


@lru_cache(maxsize=REMEMBERED)
def harbours(mode: str, worths: BySquare) -> ByNumber:
    """From what each adds by itself, and the lines that they form."""
    ranked = sorted([(worth, square) for square, worth in worths], reverse=True)
    best = list(largest_first(worths))  # whatever lines they form
    for needed, gain in _claims(mode, bits(square for square, _ in worths)):
        worth = gain + sum([own for own, square in ranked if needed >> square & 1])
        others = [own for own, square in ranked if not needed >> square & 1]
        fewest = needed.bit_count()
        best[fewest:] = map(max, best[fewest:], accumulate(others, initial=worth))
    return tuple(best)


@lru_cache(maxsize=REMEMBERED)
def lines(mode: str, squares: int) -> ByNumber:
    """The most that so many of these harbours are worth by the lines that they form."""
    best = [0] * (squares.bit_count() + 1)
    for needed, gain in _claims(mode, squares):
        best[needed.bit_count()] = max(best[needed.bit_count()], gain)
    return tuple(accumulate(best, max))


@lru_cache(maxsize=REMEMBERED)
def _claims(mode: str, squares: int) -> tuple[Claim, ...]:
    """All pairs of a row and a column to build on: the longest lines are one of them, and none gives more."""
    plan = PLANS[mode]
    along, across = ([run for run in _runs(lines) if not run[0] & ~squares] for lines in (plan.rows, plan.columns))
    pairs = ((row | column, gain + more) for row, gain in along for column, more in across)
    return tuple(claim for claim in pairs if claim[0])


def _runs(lines: Sequence[Sequence[int]]) -> Iterator[Claim]:
    """No line at all, then every unbroken part of a line that gives points."""
    yield 0, 0
    for line in lines:
        for start in range(len(line)):
            for end in range(start + 2, len(line) + 1):
                yield bits(line[start:end]), HARBOURS[end - start] * POINT


class Rest:
    """All four kinds for one supply of energy.

    `towers` by the number of active shops; `harbours` and `shops`: what each adds, if no factory is beside it. What is
    asked of these partners has a digit for each, harbours first: how many active factories are beside it.
    """

    def __init__(self, mode: str, towers: BySquare, services: ByNumber, harbours: BySquare, shops: BySquare) -> None:
        self.mode, self.towers, self.services = mode, towers, services
        self.own_harbours, self.own_shops = harbours, shops
        self._best: dict[tuple[int, int], int] = {}
        self._served: dict[int, list[tuple[int, int]]] = {}

    def best(self, asked: int, inhabitants: int) -> int:
        """By what factories ask of their partners, with these inhabitants left."""
        if (asked, inhabitants) not in self._best:
            worths, missed = self._asked_harbours(asked)
            self._best[asked, inhabitants] = self._with(harbours(self.mode, worths), asked, inhabitants) - missed
        return self._best[asked, inhabitants]

    def hope(self, asked: int, inhabitants: int) -> int:
        """What the best doesn't exceed, found much faster: as if the best harbours formed the best lines."""
        if not asked:
            return self.best(0, inhabitants)
        worths, missed = self._asked_harbours(asked)
        hoped = tuple(map(add, largest_first(worths), self._lines))
        return self._with(hoped, asked, inhabitants) - missed

    @cached_property
    def _lines(self) -> ByNumber:
        return lines(self.mode, bits([square for square, _ in self.own_harbours]))

    def _asked_harbours(self, asked: int) -> tuple[BySquare, int]:
        mask = (1 << DIGIT * len(self.own_harbours)) - 1
        return _asked(self.own_harbours, FACTORY[Kind.HARBOUR] * POINT, asked & mask)

    def _with(self, by_harbours: ByNumber, asked: int, inhabitants: int) -> int:
        shops, missed = _asked(self.own_shops, FACTORY[Kind.SHOP] * POINT, asked >> DIGIT * len(self.own_harbours))
        by_shops = largest_first(shops)
        worths = [
            gain + worth + by_shops[count]
            for staff, gain in enumerate(by_harbours[: inhabitants + 1])
            for count, worth in self.served(inhabitants - staff)
        ]
        return max(worths) - missed

    def served(self, inhabitants: int) -> list[tuple[int, int]]:
        """By the number of active shops: towers, services, and customers, with these inhabitants for both."""
        if inhabitants not in self._served:
            found, most = list[tuple[int, int]](), PLANS[self.mode].customers
            staff = self.services[: inhabitants + 1]
            for shops, worth in self.towers:
                crowds = [more + customers(most, shops, inhabitants - some) for some, more in enumerate(staff)]
                found.append((shops, worth + max(crowds)))
            self._served[inhabitants] = found
        return self._served[inhabitants]


rest = lru_cache(maxsize=1 << 9)(Rest)


def _asked(own: BySquare, gain: int, asked: int) -> tuple[BySquare, int]:
    """What each adds, with what the factories beside it gain; and what all these gain, which they miss without them."""
    if not asked:
        return own, 0
    worths, missed = [], 0
    for square, worth in own:
        more = gain * (asked & DIGITS)
        worths.append((square, worth + more))
        missed += more
        asked >>= DIGIT
    return tuple(worths), missed
