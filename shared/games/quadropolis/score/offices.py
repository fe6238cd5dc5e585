"""Which offices may be active: sets of them, and what no allocation with such a set exceeds."""

from collections.abc import Callable
from functools import cache
from heapq import heappop, heappush
from itertools import count as counted_from

from shared.games.quadropolis.play.board import bits, each
from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.score.tables import OFFICES, PARK, Plan, around
from shared.games.quadropolis.score.worth import NOTHING, POINT, STAFFED, Squares

LARGEST = len(OFFICES) - 1  # a larger group gives no more

Hope = Callable[[int, int], int]
"""What all other buildings don't exceed, from the offices of which some may be active, and how many will be."""

Weigh = Callable[[int, int, int], int]
"""Their best worth, from the active offices and how many these are, if it is more than the third number."""


class Offices:
    """The offices of a city and the parks beside them. Sets of squares are bit sets."""

    def __init__(self, plan: Plan, squares: Squares) -> None:
        self.plan = plan
        highest_first = sorted(squares[Kind.OFFICE].items(), key=lambda item: -item[1].floors)
        self.floors = {square: building.floors for square, building in highest_first}
        self.all = bits(self.floors)
        parks = (*squares[Kind.PARK], *squares[Kind.SQUARE])
        self.parks = [near for park in parks if (near := plan.near[park] & self.all)]
        self._gains: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def best(self, most: int, hope: Hope, weigh: Weigh) -> int:
        """The best worth of all buildings, with `most` active offices at most.

        What has the highest hope is looked at first, and the search ends when no hope is left to beat what was found.
        """
        tickets, queue = counted_from(), list[tuple[int, int, int, int, int]]()
        hope = cache(hope)

        def add(size: int, taken: int, possible: int) -> None:
            """All sets of this size that hold `taken`, and more of `possible`."""
            if taken.bit_count() + possible.bit_count() == size:
                taken |= possible
            if taken.bit_count() == size:
                possible = 0
            worth = self.hope(size, taken, possible) + hope(taken | possible, size)
            heappush(queue, (-worth, next(tickets), size, taken, possible))

        for size in range(most + 1):
            add(size, 0, self.all)
        best = NOTHING
        while queue and -queue[0][0] > best:
            _, _, size, taken, possible = heappop(queue)
            if possible:
                first = 1 << self._first(taken, possible)
                add(size, taken | first, possible ^ first)
                add(size, taken, possible ^ first)
            else:
                own = self.hope(size, taken, 0)
                best = max(best, own + weigh(taken, size, best - own))
        return best

    def _first(self, taken: int, possible: int) -> int:
        """The highest that joins a group, if one does: what is decided first should make the most difference."""
        joining = around(self.plan, taken) & possible or possible
        return next(square for square in self.floors if joining >> square & 1)

    def hope(self, size: int, taken: int, possible: int) -> int:
        """What no set of this size exceeds that holds `taken`, and more of `possible`; exact if nothing is possible."""
        worth, more = 0, size - taken.bit_count()
        for gain, square in self._ranked(taken | possible, size):
            if taken >> square & 1:
                worth += gain
            elif more:
                worth += gain
                more -= 1
        return worth

    def _ranked(self, active: int, size: int) -> list[tuple[int, int]]:
        """What each adds, if `size` of these are active: never less than in the best case, exact if they all are."""
        if (active, size) not in self._gains:
            gains = self._gain_of_each(active, size)
            self._gains[active, size] = sorted([(gain, square) for square, gain in gains.items()], reverse=True)
        return self._gains[active, size]

    def _gain_of_each(self, active: int, size: int) -> dict[int, int]:
        gains = {}
        for group in self._groups(active):
            row = OFFICES[min(group.bit_count(), size, LARGEST)]
            for square in each(group):
                gains[square] = STAFFED[square] + row[self.floors[square]] * POINT
        for near in self.parks:
            if served := near & active:
                share = -(-PARK[served.bit_count()] * POINT // served.bit_count())  # rounded up
                for square in each(served):  # PARK grows faster and faster: fewer would have smaller shares
                    gains[square] += share
        return gains

    def _groups(self, active: int) -> list[int]:
        """The sets of offices that are connected side by side."""
        found = []
        while active:
            group, grown = 0, active & -active
            while grown != group:
                group, grown = grown, grown | around(self.plan, grown) & active
            found.append(group)
            active ^= group
        return found
