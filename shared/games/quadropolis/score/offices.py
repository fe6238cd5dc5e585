"""Which offices may be active: sets of them, and what no allocation with such a set exceeds."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count as counted_from

from shared.games.quadropolis.play.board import bits, each
from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.score.tables import OFFICES, PARK, Plan, around
from shared.games.quadropolis.score.worth import POINT, STAFFED, Squares

LARGEST = len(OFFICES) - 1  # a larger group gives no more

Others = Callable[[int, int], int]
"""What all other buildings don't exceed, from offices of which some may be active, and the number that will be."""


class Offices:
    """The offices of a city and the parks beside them. Sets of squares are bit sets."""

    def __init__(self, plan: Plan, squares: Squares) -> None:
        self.plan = plan
        self.floors = {square: building.floors for square, building in squares[Kind.OFFICE].items()}
        self.all = bits(self.floors)
        parks = (*squares[Kind.PARK], *squares[Kind.SQUARE])
        self.parks = [near for park in parks if (near := plan.near[park] & self.all)]
        self._gains: dict[tuple[int, int], dict[int, int]] = {}

    def best(self, most: int, hope: Others, weigh: Others) -> int:
        """The best worth of all buildings, with `most` active offices at most.

        `hope` says what the others don't exceed, `weigh` what they bring, once it is known which offices are active.
        The set with the highest hope is looked at first, so the first one that was weighed is the best.
        """
        tickets, queue = counted_from(), list[tuple[int, int, int, int, int, bool]]()

        def add(size: int, taken: int, possible: int) -> None:
            """All sets of this size that hold `taken`, and more of `possible`."""
            if taken.bit_count() + possible.bit_count() == size:
                taken |= possible
            if taken.bit_count() == size:
                possible = 0
            worth = self.hope(size, taken, possible) + hope(taken | possible, size)
            heappush(queue, (-worth, next(tickets), size, taken, possible, False))

        for size in range(most + 1):
            add(size, 0, self.all)
        while True:
            worth, _, size, taken, possible, is_weighed = heappop(queue)
            if is_weighed:
                return -worth
            if possible:
                first = 1 << self._first(taken, possible)
                add(size, taken | first, possible ^ first)
                add(size, taken, possible ^ first)
            else:
                worth = self.hope(size, taken, 0) + weigh(taken, size)
                heappush(queue, (-worth, next(tickets), size, taken, 0, True))

    def _first(self, taken: int, possible: int) -> int:
        """The highest, and of those one that joins a group: what is decided first should make the most difference."""
        joined = around(self.plan, taken)
        return max(each(possible), key=lambda square: (self.floors[square], joined >> square & 1, -square))

    def hope(self, size: int, taken: int, possible: int) -> int:
        """What no set of this size exceeds that holds `taken`, and more of `possible`; exact if nothing is possible."""
        gains = self._each(taken | possible, size)
        best = sorted([gains[square] for square in each(possible)], reverse=True)
        return sum([gains[square] for square in each(taken)]) + sum(best[: size - taken.bit_count()])

    def _each(self, active: int, size: int) -> dict[int, int]:
        """What each adds, if `size` of these are active: never less than in the best case, exact if they all are."""
        if (active, size) not in self._gains:
            self._gains[active, size] = gains = {}
            for group in self._groups(active):
                row = OFFICES[min(group.bit_count(), size, LARGEST)]
                for square in each(group):
                    gains[square] = STAFFED[square] + row[self.floors[square]] * POINT
            for near in self.parks:
                if served := near & active:
                    share = -(-PARK[served.bit_count()] * POINT // served.bit_count())  # rounded up
                    for square in each(served):  # PARK grows faster and faster: fewer would have smaller shares
                        gains[square] += share
        return self._gains[active, size]

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
