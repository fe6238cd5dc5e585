"""The worth of a city's best allocation, exactly.

With energy left, one more tower or shop never costs a point and saves an empty square: as many are active as there is
energy, and only which ones is open. Inhabitants go to services, factories, harbours and customers. Offices need both;
they and factories tie these choices together, through the buildings beside them. So the search goes over the sets of
active offices, and what active factories ask of their neighbours (subsets that ask the same are one); given both,
shops, harbours, towers and services depend on each other by their numbers alone.
"""

from functools import cache
from itertools import combinations

from shared.rules.quadropolis.additions import (
    alone,
    factory,
    harbours_by_number,
    largest_first,
    service,
    squares,
    tower,
)
from shared.rules.quadropolis.pieces import City, Kind
from shared.rules.quadropolis.tables import FACTORY, PARK, PLANS, office
from shared.rules.quadropolis.worth import (
    DIGIT,
    POINT,
    POWERED,
    STAFFED,
    Choice,
    best_by_number,
    best_by_state,
    customers,
    digit,
    number,
)


def best_worth(mode: str, city: City, inhabitants: int, energy: int) -> int:
    """The highest worth of an allocation, less the points that all allocations of this city have in common."""
    stacks = squares(city, Kind.OFFICE)
    most = min(len(stacks), inhabitants, energy)
    sets = (frozenset(active) for count in range(most + 1) for active in combinations(stacks, count))
    return max(Offices(mode, city, active).best_worth(inhabitants, energy) for active in sets)


class Offices:
    """A city with these offices active and no others."""

    def __init__(self, mode: str, city: City, active: frozenset[int]) -> None:
        self.plan, self.city, self.active = PLANS[mode], city, active
        parks = (*squares(city, Kind.PARK), *squares(city, Kind.SQUARE))
        self.parks = {park: len(active.intersection(self.plan.beside[park])) for park in parks}

    def best_worth(self, inhabitants: int, energy: int) -> int:
        people, power = inhabitants - len(self.active), energy - len(self.active)
        return self.worth() + self.others(people, power)

    def worth(self) -> int:
        """Of the offices themselves, and of the parks beside them."""
        points = sum(PARK[count] for count in self.parks.values())
        for square in self.active:
            building = self.city[square]
            assert building is not None
            points += office(len(self.group(square)), building.floors)
        return points * POINT + sum(STAFFED[square] for square in self.active)

    def group(self, square: int) -> set[int]:
        found, near = set[int](), {square}
        while near:
            found |= near
            near = {other for at in near for other in self.plan.beside[at] if other in self.active} - found
        return found

    def others(self, inhabitants: int, energy: int) -> int:
        """The best worth of all other buildings, with what the offices leave for them."""
        plan, city = self.plan, self.city
        shops, harbours = squares(city, Kind.SHOP), squares(city, Kind.HARBOUR)
        towers = self.towers_by_shops(energy)
        tied, free = self.factories(harbours + shops)
        rest_of = [*free, *(service(plan, city, square) for square in squares(city, Kind.SERVICE))]
        others = best_by_number(rest_of)
        own = {at: alone(plan, city, at) for at in harbours + shops}

        @cache
        def rest(left: int) -> tuple[tuple[int, int], ...]:
            """By the number of active shops: towers, services, free factories, customers, for the inhabitants left."""
            taken = range(min(left, len(others) - 1) + 1)
            return tuple(
                (count, worth + max(others[some] + customers(plan.customers, count, left - some) for some in taken))
                for count, worth in towers.items()
            )

        @cache
        def docks(asked: int) -> tuple[int, ...]:
            asking = {at: FACTORY[Kind.HARBOUR] * digit(asked, place) for place, at in enumerate(harbours)}
            return harbours_by_number(plan, {at: (own[at] + asking[at]) * POINT + STAFFED[at] for at in harbours})

        @cache
        def stalls(asked: int) -> tuple[int, ...]:
            asking = {at: FACTORY[Kind.SHOP] * digit(asked, place) for place, at in enumerate(shops)}
            return largest_first([(own[at] + asking[at]) * POINT + POWERED[at] for at in shops])

        found = []
        for state, worth in best_by_state(tied).items():
            left = inhabitants - number(state)
            of_harbours = state >> DIGIT & (1 << DIGIT * len(harbours)) - 1
            by_shops = stalls(state >> DIGIT * (1 + len(harbours)))
            for used, gain in enumerate(docks(of_harbours)[: max(left + 1, 0)]):
                found.append(worth + gain + max(more + by_shops[count] for count, more in rest(left - used)))
        return max(found)

    def towers_by_shops(self, energy: int) -> dict[int, int]:
        """For each number of shops that may be active, the best worth of the towers that get the other energy."""
        towers, shops = squares(self.city, Kind.TOWER), squares(self.city, Kind.SHOP)
        best = best_by_number(tower(self.plan, self.city, square, self.parks) for square in towers)
        used = min(energy, len(towers) + len(shops))
        lost = max(0, energy - used - len(squares(self.city, Kind.PARK))) * POINT
        counts = range(max(0, used - len(towers)), min(used, len(shops)) + 1)
        return {count: best[used - count] - lost for count in counts}

    def factories(self, partners: tuple[int, ...]) -> tuple[list[Choice], list[Choice]]:
        """Those tied to a partner that may be inactive, and those whose points are free of what else is active."""
        tied: list[Choice] = []
        free: list[Choice] = []
        for square in squares(self.city, Kind.FACTORY):
            near = self.plan.beside[square]
            points = alone(self.plan, self.city, square) + FACTORY[Kind.OFFICE] * len(self.active.intersection(near))
            kin = tied if any(other in partners for other in near) else free
            kin.append(factory(self.plan, square, points, partners))
        return tied, free
