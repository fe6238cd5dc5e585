"""The best worth of harbours, shops, towers and services, which depend on each other by numbers alone.

How many inhabitants and how much energy there is, and how many shops are active, is all that ties them together. Active
factories ask for the harbours and shops beside them: one that is not active takes back what its factories miss.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import accumulate

from shared.games.quadropolis.play.pieces import City, Kind
from shared.games.quadropolis.score.tables import FACTORY, HARBOURS, Plan
from shared.games.quadropolis.score.worth import (
    DIGIT,
    POINT,
    POWERED,
    STAFFED,
    Squares,
    alone,
    customers,
    digit,
    largest_first,
)

Lines = tuple[tuple[int, ...], ...]
Claim = tuple[frozenset[int], int]
"""Harbours that must be active, and what their unbroken row and column are worth then."""


class Partners:
    """The harbours and shops of a city, beside which factories gain.

    What is asked has a digit for each, in the order of `gains`: how many active factories are beside it. `gains` by
    square: what each of these factories gets from it.
    """

    def __init__(self, plan: Plan, city: City, squares: Squares) -> None:
        harbours, shops = squares[Kind.HARBOUR], squares[Kind.SHOP]
        self.gains = {
            **dict.fromkeys(harbours, FACTORY[Kind.HARBOUR]),
            **dict.fromkeys(shops, FACTORY[Kind.SHOP]),
        }
        own_harbours = {at: alone(plan, city, at, one) * POINT + STAFFED[at] for at, one in harbours.items()}
        own_shops = {at: alone(plan, city, at, one) * POINT + POWERED[at] for at, one in shops.items()}
        self._harbours = cache(
            partial(_by_number, partial(_harbours_by_number, plan), own_harbours, FACTORY[Kind.HARBOUR] * POINT)
        )
        self._shops = cache(partial(_by_number, largest_first, own_shops, FACTORY[Kind.SHOP] * POINT))
        self._end = DIGIT * len(harbours)

    def harbours(self, asked: int) -> tuple[int, ...]:
        return self._harbours(asked & (1 << self._end) - 1)

    def shops(self, asked: int) -> tuple[int, ...]:
        return self._shops(asked >> self._end)


def _by_number(
    best: Callable[[Mapping[int, int]], tuple[int, ...]], own: Mapping[int, int], gain: int, asked: int
) -> tuple[int, ...]:
    """The best worth of 0, 1, 2 … of them, less what the factories beside the others miss."""
    asks = {square: gain * digit(asked, index) for index, square in enumerate(own)}
    missed = sum(asks.values())
    return tuple(worth - missed for worth in best({square: own[square] + asks[square] for square in own}))


def _harbours_by_number(plan: Plan, worths: Mapping[int, int]) -> tuple[int, ...]:
    """The best worth of 0, 1, 2 … active harbours, from what each adds by itself and the lines that they form."""
    squares = sorted(worths, key=lambda square: worths[square], reverse=True)
    best = list(accumulate((worths[square] for square in squares), initial=0))  # whatever lines they form
    for needed, gain in _claims(plan.rows, plan.columns, tuple(worths)):
        worth = gain + sum(worths[square] for square in needed)
        others = (worths[square] for square in squares if square not in needed)
        for number, total in enumerate(accumulate(others, initial=worth), len(needed)):
            best[number] = max(best[number], total)
    return tuple(best)


@lru_cache(maxsize=1 << 10)
def _claims(rows: Lines, columns: Lines, harbours: tuple[int, ...]) -> tuple[Claim, ...]:
    """All pairs of a row and a column to build on: the longest lines are one of them, and none gives more."""
    along, across = ([run for run in _runs(lines) if run[0].issubset(harbours)] for lines in (rows, columns))
    pairs = ((row | column, gain + more) for row, gain in along for column, more in across)
    return tuple(claim for claim in pairs if claim[0])


def _runs(lines: Sequence[Sequence[int]]) -> Iterator[Claim]:
    """No line at all, then every unbroken part of a line that gives points."""
    yield frozenset(), 0
    for line in lines:
        for start in range(len(line)):
            for end in range(start + 2, len(line) + 1):
                yield frozenset(line[start:end]), HARBOURS[end - start] * POINT


class Rest:
    """All four kinds for one supply of energy.

    `towers` by the number of active shops, `services` by their own number; `most` customers in a shop.
    """

    def __init__(self, most: int, towers: Mapping[int, int], services: tuple[int, ...], partners: Partners) -> None:
        self.most, self.towers, self.services, self.partners = most, towers, services, partners
        self._best: dict[tuple[int, int], int] = {}
        self._served: dict[int, list[tuple[int, int]]] = {}

    def best(self, asked: int, inhabitants: int) -> int:
        """By what factories ask of their partners, with these inhabitants left."""
        if (asked, inhabitants) not in self._best:
            by_shops, by_harbours = self.partners.shops(asked), self.partners.harbours(asked)
            self._best[asked, inhabitants] = max(
                gain + max(worth + by_shops[count] for count, worth in self.served(inhabitants - staff))
                for staff, gain in enumerate(by_harbours[: inhabitants + 1])
            )
        return self._best[asked, inhabitants]

    def served(self, inhabitants: int) -> list[tuple[int, int]]:
        """By the number of active shops: towers, services, and customers, with these inhabitants for both."""
        if inhabitants not in self._served:
            found = self._served[inhabitants] = []
            staff = self.services[: inhabitants + 1]
            for shops, worth in self.towers.items():
                crowds = (more + customers(self.most, shops, inhabitants - some) for some, more in enumerate(staff))
                found.append((shops, worth + max(crowds)))
        return self._served[inhabitants]
