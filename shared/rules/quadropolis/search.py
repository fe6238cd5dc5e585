"""The worth of a city's best allocation, exactly.

With energy left, one more tower or shop never costs a point and saves an empty square: as many are active as there is
energy, and only which ones is open. Inhabitants go to services, factories, harbours and customers. Only factories tie
these choices together, through the shops and harbours beside them. So the search goes over what active factories ask
of their neighbours (subsets that ask the same are one); given that, shops, harbours, towers and services depend on
each other by their numbers alone.
"""

from functools import cache

from shared.rules.quadropolis.additions import (
    factory,
    harbours_by_number,
    largest_first,
    printed,
    service,
    squares,
    tower,
)
from shared.rules.quadropolis.pieces import City, Kind
from shared.rules.quadropolis.tables import BESIDE, HARBOUR_BESIDE_FACTORY, SHOP_BESIDE_FACTORY
from shared.rules.quadropolis.worth import (
    DIGIT,
    POINT,
    POWERED,
    Choice,
    best_by_number,
    best_by_state,
    customers,
    digit,
    number,
)

ASKS_HARBOUR, ASKS_SHOP = HARBOUR_BESIDE_FACTORY * POINT, SHOP_BESIDE_FACTORY * POINT


def best_worth(city: City, inhabitants: int, energy: int) -> int:
    """The highest worth of an allocation, less the points that all allocations of this city have in common."""
    shops, harbours = squares(city, Kind.SHOP), squares(city, Kind.HARBOUR)
    towers = towers_by_shops(city, energy)
    open_shops = () if tuple(towers) == (len(shops),) else shops
    tied, free = factories(city, harbours + open_shops, sure=() if open_shops else shops)
    others = best_by_number([*free, *(service(city, square) for square in squares(city, Kind.SERVICE))])

    @cache
    def rest(left: int) -> tuple[tuple[int, int], ...]:
        """By the number of active shops: towers, services, free factories and customers, for the inhabitants left."""
        taken = range(min(left, len(others) - 1) + 1)
        return tuple(
            (count, worth + max(others[some] + customers(count, left - some) for some in taken))
            for count, worth in towers.items()
        )

    @cache
    def docks(asked: int) -> tuple[int, ...]:
        places = enumerate(harbours)
        return harbours_by_number({at: printed(city, at) + ASKS_HARBOUR * digit(asked, place) for place, at in places})

    @cache
    def stalls(asked: int) -> tuple[int, ...]:
        return largest_first([POWERED[at] + ASKS_SHOP * digit(asked, place) for place, at in enumerate(shops)])

    found = []
    for state, worth in best_by_state(tied).items():
        left = inhabitants - number(state)
        of_harbours = state >> DIGIT & (1 << DIGIT * len(harbours)) - 1
        by_shops = stalls(state >> DIGIT * (1 + len(harbours)))
        for used, gain in enumerate(docks(of_harbours)[: max(left + 1, 0)]):
            found.append(worth + gain + max(more + by_shops[count] for count, more in rest(left - used)))
    return max(found)


def towers_by_shops(city: City, energy: int) -> dict[int, int]:
    """For each number of shops that may be active, the best worth of the towers that get the other energy."""
    towers, shops, parks = (squares(city, kind) for kind in (Kind.TOWER, Kind.SHOP, Kind.PARK))
    if energy >= len(towers) + len(shops):
        return {len(shops): sum(POWERED[square] for square in towers)}
    best = best_by_number(tower(city, square, parks) for square in towers)
    return {energy - count: best[count] for count in range(max(0, energy - len(shops)), min(energy, len(towers)) + 1)}


def factories(city: City, partners: tuple[int, ...], sure: tuple[int, ...]) -> tuple[list[Choice], list[Choice]]:
    """Those tied to a partner that may be inactive, and those whose points are free of what else is active."""
    tied: list[Choice] = []
    free: list[Choice] = []
    for square in squares(city, Kind.FACTORY):
        shops = sum(other in sure for other in BESIDE[square])
        kin = tied if any(other in partners for other in BESIDE[square]) else free
        kin.append(factory(square, SHOP_BESIDE_FACTORY * shops, partners))
    return tied, free
