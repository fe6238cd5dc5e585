"""The best allocation of a city's inhabitants and energy, exactly: no other counts better for its player.

Offices and factories tie the choices together, by what they and the buildings beside them gain from each other. So the
search goes over the sets of active offices, and for each over what active factories ask of their neighbours. Given
both, everything else depends on each other by numbers alone. The search begins where most can be hoped for, and ends
as soon as no hope is left to beat what was found.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.score.offices import Offices
from shared.games.quadropolis.score.placing import Allocation, Placed
from shared.games.quadropolis.score.supplies import Partners, Rest
from shared.games.quadropolis.score.tables import FACTORY, NEEDS, PLANS, Plan
from shared.games.quadropolis.score.worth import (
    DIGIT,
    NOTHING,
    POINT,
    Squares,
    alone,
    best_by_number,
    best_by_state,
    factory,
    number,
    placed,
    service,
    stays_active,
    tower,
    worth_of_all,
)


def allocate(mode: str, city: City, inhabitants: int, energy: int) -> Allocation:
    """Highest total, then most inhabitants placed, then fewest empty squares, then the earliest squares active."""
    return tuple(_handed_out(city, PLANS[mode].customers, _best_worth(PLANS[mode], city, inhabitants, energy)))


def _handed_out(city: City, customers: int, worth: int) -> Iterator[Placed | None]:
    needs = [NEEDS[building.kind] if building else (0, 0) for building in city]
    staff = sum(people for square, (people, _) in enumerate(needs) if stays_active(worth, square))
    waiting = placed(worth) - staff  # customers fill one shop after the other, in reading order
    for square, building in enumerate(city):
        if building is None:
            yield None
        elif needs[square] != (0, 0) and not stays_active(worth, square):
            yield Placed(False, 0, 0)
        elif building.kind is Kind.SHOP:
            served = min(waiting, customers)
            waiting -= served
            yield Placed(True, served, 1)
        else:
            yield Placed(True, *needs[square])


def _best_worth(plan: Plan, city: City, inhabitants: int, energy: int) -> int:
    """The highest worth of an allocation, less the points that all allocations of this city have in common."""
    squares = _squares_by_kind(city)
    others, stacks = Others(plan, city, squares), squares[Kind.OFFICE]
    if not stacks:
        return others.best(others.beside(()), inhabitants, energy, above=NOTHING)
    offices = Offices(plan, squares)

    def best_with(active: frozenset[int], above: int) -> int:
        own, count = offices.worth(active), len(active)
        return own + others.best(others.beside(active), inhabitants - count, energy - count, above - own)

    if _is_enough(plan, squares, inhabitants, energy):
        return best_with(frozenset(stacks), NOTHING)
    best, every = NOTHING, others.hoped_beside(stacks)
    hopes = {
        count: others.best(every, inhabitants - count, energy - count, above=NOTHING)
        for count in range(min(len(stacks), inhabitants, energy) + 1)
    }
    for hope, active in offices.sets(hopes):
        if hope <= best:
            break
        best = max(best, best_with(active, best))
    return best


def _squares_by_kind(city: City) -> Squares:
    found: dict[Kind, dict[int, Building]] = {kind: {} for kind in Kind}
    for square, building in enumerate(city):
        if building is not None:
            found[building.kind][square] = building
    return found


def _is_enough(plan: Plan, squares: Squares, inhabitants: int, energy: int) -> bool:
    """Whether every building can be active and full: then one more office never costs a point."""
    people, power = (sum(needs[which] * len(squares[kind]) for kind, needs in NEEDS.items()) for which in (0, 1))
    return inhabitants >= people + plan.customers * len(squares[Kind.SHOP]) and energy >= power


class Beside(NamedTuple):
    """The active offices beside each park and square, and the points that factories get from those beside them."""

    parks: tuple[int, ...]
    factories: tuple[int, ...]


class Others:
    """A city without its offices: the best worth of all other buildings, for what the active offices leave to them.

    While there is energy, one more tower or shop never costs a point and saves an empty square: as many are active as
    there is energy for, and the question is only which. Inhabitants go to services, factories, harbours and customers.
    Factories count as if all shops and harbours beside them were active, and each of these that isn't takes back what
    they miss: so no allocation is worth more than its factories plus the best of everything else without them.
    """

    def __init__(self, plan: Plan, city: City, squares: Squares) -> None:
        self.plan, self.city, self.squares = plan, city, squares
        self.parks = (*squares[Kind.PARK], *squares[Kind.SQUARE])
        self.factories = squares[Kind.FACTORY]
        self.partners = Partners(plan, city, squares)
        self.services = best_by_number(
            service(plan, square, alone(plan, city, square, building))
            for square, building in squares[Kind.SERVICE].items()
        )
        self._rests: dict[tuple[tuple[int, ...], int], Rest] = {}

    def beside(self, offices: Iterable[int], points: int = FACTORY[Kind.OFFICE]) -> Beside:
        there = set(offices)
        return Beside(
            parks=tuple(len(there.intersection(self.plan.beside[park])) for park in self.parks),
            factories=tuple(points * len(there.intersection(self.plan.beside[square])) for square in self.factories),
        )

    def hoped_beside(self, offices: Iterable[int]) -> Beside:
        """For all offices at once, as far as factories may hope for them: the offices hope for the other half."""
        return self.beside(offices, FACTORY[Kind.OFFICE] // 2)

    def best(self, offices: Beside, inhabitants: int, energy: int, above: int) -> int:
        """The best worth, if it is above that; else `above`."""
        rest, hopes = self._rest(offices.parks, energy), []
        for state, worth in self._by_asked(offices.factories).items():
            left = inhabitants - number(state)
            if left >= 0 and (hope := worth + rest.best(0, left)) > above:
                hopes.append((hope, worth, state))
        for hope, worth, state in sorted(hopes, reverse=True):
            if hope <= above:
                break
            above = max(above, worth + rest.best(state >> DIGIT, inhabitants - number(state)))
        return above

    def _by_asked(self, offices: tuple[int, ...]) -> dict[int, int]:
        """The best worth of factories by what they ask of harbours and shops: how many of them are beside each."""
        choices = []
        for (square, building), points in zip(self.factories.items(), offices, strict=True):
            near = self.plan.beside[square]
            hoped = sum(gain for partner, gain in self.partners.gains.items() if partner in near)
            points += hoped + alone(self.plan, self.city, square, building)
            choices.append(factory(self.plan, square, points, tuple(self.partners.gains)))
        return best_by_state(choices)

    def _rest(self, parks: tuple[int, ...], energy: int) -> Rest:
        if (parks, energy) not in self._rests:
            powered = dict(self._towers_by_shops(parks, energy))
            self._rests[parks, energy] = Rest(self.plan.customers, powered, self.services, self.partners)
        return self._rests[parks, energy]

    def _towers_by_shops(self, parks: tuple[int, ...], energy: int) -> Iterator[tuple[int, int]]:
        """For each number of shops that may be active, the best worth of the towers that get the other energy."""
        towers, shops = self.squares[Kind.TOWER], self.squares[Kind.SHOP]
        near = dict(zip(self.parks, parks, strict=True))
        choices = [tower(self.plan, square, building.floors, near) for square, building in towers.items()]
        if (left := energy - len(towers) - len(shops)) >= 0:
            yield len(shops), worth_of_all(choices) - max(0, left - len(self.squares[Kind.PARK])) * POINT
        else:
            best = best_by_number(choices)
            for count in range(max(0, energy - len(towers)), min(energy, len(shops)) + 1):
                yield count, best[energy - count]
