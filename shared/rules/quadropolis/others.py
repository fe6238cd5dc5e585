"""The best worth of all buildings but offices, for what the active offices leave to them.

With energy left, one more tower or shop never costs a point and saves an empty square: as many are active as there is
energy, and only which ones is open. Inhabitants go to services, factories, harbours and customers. Factories count
as if all shops and harbours beside them were active, and each of these that isn't takes back what they miss: so no
allocation is worth more than its factories and the best that all else could be without them.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from shared.rules.quadropolis.additions import alone, factory, largest_first, service, squares, tower
from shared.rules.quadropolis.harbours import harbours_by_number
from shared.rules.quadropolis.pieces import City, Kind
from shared.rules.quadropolis.tables import FACTORY, Plan
from shared.rules.quadropolis.worth import (
    DIGIT,
    POINT,
    POWERED,
    STAFFED,
    best_by_number,
    best_by_state,
    customers,
    digit,
    number,
)


class Beside(NamedTuple):
    """The active offices beside each park and square, and the points that factories get from those beside them."""

    parks: tuple[int, ...]
    factories: tuple[int, ...]


class Others:
    """A city without its offices."""

    def __init__(self, plan: Plan, city: City) -> None:
        self.plan, self.city = plan, city
        self.towers, self.shops = squares(city, Kind.TOWER), squares(city, Kind.SHOP)
        self.harbours, self.factories = squares(city, Kind.HARBOUR), squares(city, Kind.FACTORY)
        self.absorbing = len(squares(city, Kind.PARK))
        self.parks = (*squares(city, Kind.PARK), *squares(city, Kind.SQUARE))
        self.services = best_by_number(service(plan, city, square) for square in squares(city, Kind.SERVICE))
        self.docks, self.stalls = cache(self._docks), cache(self._stalls)
        self.towers_by_number, self.rests = cache(self._towers_by_number), cache(self._rests)

    def beside(self, offices: Iterable[int], points: int = FACTORY[Kind.OFFICE]) -> Beside:
        there = set(offices)
        return Beside(
            parks=tuple(len(there.intersection(self.plan.beside[park])) for park in self.parks),
            factories=tuple(points * len(there.intersection(self.plan.beside[square])) for square in self.factories),
        )

    def hoped_beside(self, offices: Iterable[int]) -> Beside:
        """For all offices at once, as far as factories may hope for them: the other half is hoped for by offices."""
        return self.beside(offices, FACTORY[Kind.OFFICE] // 2)

    def best(self, offices: Beside, inhabitants: int, energy: int, above: int) -> int:
        """The best worth, if it is above that; else `above`."""
        rest, hoped = self.rests(offices.parks, energy)
        hopes = []
        for state, worth in self._by_asked(offices.factories).items():
            left = inhabitants - number(state)
            if left >= 0 and (hope := worth + hoped(left)) > above:
                hopes.append((hope, worth, state))
        for hope, worth, state in sorted(hopes, reverse=True):
            if hope <= above:
                break
            above = max(above, worth + rest(state >> DIGIT, inhabitants - number(state)))
        return above

    def _by_asked(self, offices: tuple[int, ...]) -> dict[int, int]:
        """The best worth of factories by what they ask of harbours and shops: how many of them are beside each."""
        partners = (*self.harbours, *self.shops)
        gains = [FACTORY[Kind.HARBOUR]] * len(self.harbours) + [FACTORY[Kind.SHOP]] * len(self.shops)
        choices = []
        for square, points in zip(self.factories, offices, strict=True):
            near = self.plan.beside[square]
            hoped = sum(gain for partner, gain in zip(partners, gains, strict=True) if partner in near)
            choices.append(factory(self.plan, square, points + hoped + alone(self.plan, self.city, square), partners))
        return best_by_state(choices)

    def _rests(self, parks: tuple[int, ...], energy: int) -> tuple[Callable[[int, int], int], Callable[[int], int]]:
        """The best worth without factories: by what these ask, or asked nothing, and the inhabitants that are left."""
        used = min(energy, len(self.towers) + len(self.shops))
        lost = max(0, energy - used - self.absorbing) * POINT
        counts = range(max(0, used - len(self.towers)), min(used, len(self.shops)) + 1)
        towers = self.towers_by_number(parks)
        powered = [(count, towers[used - count] - lost) for count in counts]
        most, services = self.plan.customers, self.services

        @cache
        def served(left: int) -> tuple[tuple[int, int], ...]:
            """By the number of active shops: towers, services, and customers for the inhabitants left."""
            staff = services[: left + 1]
            return tuple(
                (count, worth + max(more + customers(most, count, left - some) for some, more in enumerate(staff)))
                for count, worth in powered
            )

        def rest(asked: int, left: int) -> int:
            of_shops = self.stalls(asked >> DIGIT * len(self.harbours))
            of_harbours = self.docks(asked & (1 << DIGIT * len(self.harbours)) - 1)
            return max(
                gain + max(worth + of_shops[count] for count, worth in served(left - staff))
                for staff, gain in enumerate(of_harbours[: left + 1])
            )

        return rest, cache(lambda left: rest(0, left))

    def _towers_by_number(self, parks: tuple[int, ...]) -> tuple[int, ...]:
        near = dict(zip(self.parks, parks, strict=True))
        return best_by_number(tower(self.plan, self.city, square, near) for square in self.towers)

    def _docks(self, asked: int) -> tuple[int, ...]:
        """The best worth of 0, 1, 2 … harbours, less what factories miss from the others."""
        own, missed = self._with_asked(self.harbours, asked, FACTORY[Kind.HARBOUR], STAFFED)
        return tuple(worth - missed for worth in harbours_by_number(self.plan, own))

    def _stalls(self, asked: int) -> tuple[int, ...]:
        own, missed = self._with_asked(self.shops, asked, FACTORY[Kind.SHOP], POWERED)
        return tuple(worth - missed for worth in largest_first(list(own.values())))

    def _with_asked(
        self, where: tuple[int, ...], asked: int, points: int, active: tuple[int, ...]
    ) -> tuple[dict[int, int], int]:
        """What each of them adds with the factories beside it, and what these miss without any."""
        asks = [points * digit(asked, place) * POINT for place in range(len(where))]
        own = (alone(self.plan, self.city, square) * POINT + active[square] for square in where)
        return {square: worth + ask for square, worth, ask in zip(where, own, asks, strict=True)}, sum(asks)
