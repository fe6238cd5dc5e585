"""Which offices may be active: sets of them, those with the highest hopes first.

What an office and a factory beside it give each other is hoped for by halves, one half for each that is active:
together never less than what they give, and less than all of it where only one of them is active.
"""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import count as counted_from

from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.score.tables import FACTORY, OFFICES, PARK, Plan
from shared.games.quadropolis.score.worth import POINT, STAFFED, Squares

HALF = FACTORY[Kind.OFFICE] // 2 * POINT
LARGEST = len(OFFICES) - 1  # a larger group gives no more


class Offices:
    """The offices of a city and the parks beside them."""

    def __init__(self, plan: Plan, squares: Squares) -> None:
        stacks, factories = squares[Kind.OFFICE], set(squares[Kind.FACTORY])
        self.floors = {square: building.floors for square, building in stacks.items()}
        self.beside = {square: [other for other in plan.beside[square] if other in self.floors] for square in stacks}
        parks = (*squares[Kind.PARK], *squares[Kind.SQUARE])
        self.parks = [near for park in parks if (near := {*plan.beside[park]}.intersection(stacks))]
        self.hopes = {at: STAFFED[at] + HALF * len(factories.intersection(plan.beside[at])) for at in stacks}

    def worth(self, active: frozenset[int]) -> int:
        """Of these offices, and of the parks beside them."""
        return sum(self.each(active, len(active), STAFFED).values())

    def sets(self, others: Mapping[int, int]) -> Iterator[tuple[int, frozenset[int]]]:
        """Sets of offices, each with a worth that no allocation with just these exceeds, the highest first.

        `others` by number of active offices: what all other buildings can't exceed.
        """
        tickets, queue = counted_from(), list[tuple[int, int, int, frozenset[int], frozenset[int]]]()

        def add(size: int, taken: frozenset[int], possible: frozenset[int]) -> None:
            """All sets of this size that hold `taken`, and more of `possible`."""
            if len(taken) == size:
                possible = frozenset()
            elif len(taken) + len(possible) == size:
                taken, possible = taken | possible, frozenset()
            hope = others[size] + self.hope(size, taken, possible)
            heappush(queue, (-hope, next(tickets), size, taken, possible))

        for size in others:
            add(size, frozenset(), frozenset(self.floors))
        while queue:
            hope, _, size, taken, possible = heappop(queue)
            if possible:
                first = max(possible, key=lambda square: (self.floors[square], square))
                add(size, taken | {first}, possible - {first})
                add(size, taken, possible - {first})
            else:
                yield -hope, taken

    def hope(self, size: int, taken: frozenset[int], possible: frozenset[int]) -> int:
        """What no set of this size exceeds that holds `taken`, and more of `possible`."""
        gains = self.each(taken | possible, size, self.hopes)
        best = sorted((gains[square] for square in possible), reverse=True)
        return sum(gains[square] for square in taken) + sum(best[: size - len(taken)])

    def each(self, active: frozenset[int], size: int, own: Mapping[int, int] | tuple[int, ...]) -> dict[int, int]:
        """What each adds, if `size` of these are active: never less than in the best case, exact if they all are."""
        gains = {square: own[square] for square in active}
        for group in self.groups(active):
            row = OFFICES[min(len(group), size, LARGEST)]
            for square in group:
                gains[square] += row[self.floors[square]] * POINT
        for near in self.parks:
            if served := near & active:
                share = -(-PARK[len(served)] * POINT // len(served))  # rounded up: PARK grows faster and faster
                for square in served:
                    gains[square] += share
        return gains

    def groups(self, active: frozenset[int]) -> Iterator[set[int]]:
        """The sets of offices that are connected side by side."""
        left = set(active)
        while left:
            group, near = set[int](), [left.pop()]
            while near:
                square = near.pop()
                group.add(square)
                found = left.intersection(self.beside[square])
                left -= found
                near += found
            yield group
