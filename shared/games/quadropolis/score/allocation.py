"""The best allocation of a city's inhabitants and energy, exactly: no other counts better for its player.

Offices and factories tie the choices together, by what they and the buildings beside them gain from each other. So the
search goes over the sets of active offices, and for each over what active factories ask of their neighbours. Given
both, everything else depends on each other by numbers alone. The search begins where most can be hoped for, and ends
as soon as no hope is left to beat what was found.
"""

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate
from typing import NamedTuple

from shared.games.quadropolis.play.board import bits
from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.score.offices import Offices
from shared.games.quadropolis.score.placing import Allocation, Placed
from shared.games.quadropolis.score.supplies import Rest, rest, services, towers
from shared.games.quadropolis.score.tables import FACTORY, NEEDS, PLANS, around
from shared.games.quadropolis.score.worth import (
    DIGIT,
    NOTHING,
    POINT,
    POWERED,
    STAFFED,
    BySquare,
    Squares,
    active,
    alone,
    best_by_state,
    factory,
    in_common,
    number,
    placed,
    points_of,
    stays_active,
)


class Tally(NamedTuple):
    """What the best allocation comes to: the points, and what decides between equal ones."""

    total: int
    placed_inhabitants: int
    empty_squares: int


def allocate(mode: str, city: City, inhabitants: int, energy: int) -> Allocation:
    """Highest total, then most inhabitants placed, then fewest empty squares, then the earliest squares active."""
    worth = _best_worth(mode, _squares_by_kind(city), inhabitants, energy)
    return tuple(_handed_out(city, PLANS[mode].customers, worth))


def best_total(mode: str, city: City, inhabitants: int, energy: int) -> int:
    """The points of the best allocation."""
    squares = _squares_by_kind(city)
    return points_of(_best_worth(mode, squares, inhabitants, energy)) + in_common(PLANS[mode], squares)


def best_tally(mode: str, city: City, inhabitants: int, energy: int) -> Tally:
    squares = _squares_by_kind(city)
    worth = _best_worth(mode, squares, inhabitants, energy)
    always = sum(len(squares[kind]) for kind, needs in NEEDS.items() if needs == (0, 0))
    return Tally(
        total=points_of(worth) + in_common(PLANS[mode], squares),
        placed_inhabitants=placed(worth),
        empty_squares=len(city) - always - active(worth),
    )


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


def _best_worth(mode: str, squares: Squares, inhabitants: int, energy: int) -> int:
    """The highest worth of an allocation, less the points that all allocations of this city have in common."""
    others, stacks = Others(mode, squares), squares[Kind.OFFICE]
    if not stacks:
        return others.best(0, inhabitants, energy, above=NOTHING)
    offices = Offices(PLANS[mode], squares)
    if _is_enough(mode, squares, inhabitants, energy):
        count = len(stacks)
        own = offices.hope(count, offices.all, 0)
        return own + others.best(offices.all, inhabitants - count, energy - count, above=NOTHING)
    return offices.best(
        min(len(stacks), inhabitants, energy),
        hope=lambda active, count: others.hope(active, inhabitants - count, energy - count),
        weigh=lambda active, count, above: others.best(active, inhabitants - count, energy - count, above),
    )


def _squares_by_kind(city: City) -> Squares:
    found: dict[Kind, dict[int, Building]] = {kind: {} for kind in Kind}
    for square, building in enumerate(city):
        if building is not None:
            found[building.kind][square] = building
    return found


def _is_enough(mode: str, squares: Squares, inhabitants: int, energy: int) -> bool:
    """Whether every building can be active and full: then one more office never costs a point."""
    people, power = (sum(needs[which] * len(squares[kind]) for kind, needs in NEEDS.items()) for which in (0, 1))
    return inhabitants >= people + PLANS[mode].customers * len(squares[Kind.SHOP]) and energy >= power


class Others:
    """A city without its offices: the best worth of all other buildings, for what the active offices leave to them.

    While there is energy, one more tower or shop never costs a point and saves an empty square: as many are active as
    there is energy for, and the question is only which. Inhabitants go to services, factories, harbours and customers.
    Factories count as if all shops and harbours beside them were active, and each of these that isn't takes back what
    they miss: so no allocation is worth more than its factories plus the best of everything else without them.
    """

    def __init__(self, mode: str, squares: Squares) -> None:
        self.mode, self.plan, self.squares = mode, PLANS[mode], squares
        self.services = services(mode, alone(self.plan, squares, Kind.SERVICE))
        self.harbours = self._own(Kind.HARBOUR, STAFFED)
        self.shops = self._own(Kind.SHOP, POWERED)
        self.floors = tuple([(square, building.floors) for square, building in squares[Kind.TOWER].items()])
        beside_towers = around(self.plan, bits(squares[Kind.TOWER]))
        parks = (*squares[Kind.PARK], *squares[Kind.SQUARE])
        self.parks = [(park, self.plan.near[park]) for park in parks if beside_towers >> park & 1]
        self._rests: dict[tuple[BySquare, int], Rest] = {}
        self.factories = [self._factory(square, worth) for square, worth in self._own(Kind.FACTORY, STAFFED)]

    def _own(self, kind: Kind, active: Sequence[int]) -> BySquare:
        own = alone(self.plan, self.squares, kind)
        return tuple([(square, points * POINT + active[square]) for square, points in own])

    def _factory(self, square: int, worth: int) -> tuple[int, int, int]:
        """What is near it, what it asks of its partners, and its worth if it gets that but no office."""
        near, asks = self.plan.near[square], 1
        for index, (partner, _) in enumerate((*self.harbours, *self.shops), 1):
            if near >> partner & 1:
                asks += 1 << DIGIT * index
                worth += FACTORY[Kind.HARBOUR if index <= len(self.harbours) else Kind.SHOP] * POINT
        return near, asks, worth

    def best(self, offices: int, inhabitants: int, energy: int, above: int) -> int:
        """The best worth beside these active offices, which have been supplied before; or `above`, if that is more.

        What has the highest hope is looked at first: more closely at first, and then exactly.
        """
        rest, queue = self._rest(offices, energy), []
        for state, worth in best_by_state(map(factory, self._worths(offices), self._asks())).items():
            if (left := inhabitants - number(state)) >= 0:
                queue.append((-worth - rest.best(0, left), False, worth, state >> DIGIT, left))
        heapify(queue)
        while queue and -queue[0][0] > above:
            _, is_close, worth, asked, left = heappop(queue)
            if is_close:
                above = max(above, worth + rest.best(asked, left))
            else:
                heappush(queue, (-worth - rest.hope(asked, left), True, worth, asked, left))
        return above

    def hope(self, offices: int, inhabitants: int, energy: int) -> int:
        """What the best doesn't exceed, found faster: as if factories missed nothing. Fewer offices are no better."""
        rest, worths = self._rest(offices, energy), sorted(self._worths(offices), reverse=True)
        totals = accumulate(worths[:inhabitants], initial=0)
        return max([worth + rest.best(0, inhabitants - staff) for staff, worth in enumerate(totals)])

    def _worths(self, offices: int) -> list[int]:
        gain = FACTORY[Kind.OFFICE] * POINT
        return [own + gain * (near & offices).bit_count() for near, _, own in self.factories]

    def _asks(self) -> list[int]:
        return [asks for _, asks, _ in self.factories]

    def _rest(self, offices: int, energy: int) -> Rest:
        """Parks count only beside towers."""
        parks = tuple([(park, (near & offices).bit_count()) for park, near in self.parks])
        if (parks, energy) not in self._rests:
            powered = self._towers_by_shops(parks, energy)
            self._rests[parks, energy] = rest(self.mode, powered, self.services, self.harbours, self.shops)
        return self._rests[parks, energy]

    def _towers_by_shops(self, parks: BySquare, energy: int) -> BySquare:
        """For each number of shops that may be active, the best worth of the towers that get the other energy."""
        best, shops = towers(self.mode, self.floors, parks), len(self.squares[Kind.SHOP])
        if (left := energy - len(self.floors) - shops) >= 0:
            return ((shops, best[-1] - max(0, left - len(self.squares[Kind.PARK])) * POINT),)
        fewest, most = max(0, energy - len(self.floors)), min(energy, shops)
        return tuple([(count, best[energy - count]) for count in range(fewest, most + 1)])
