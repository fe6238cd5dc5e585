"""The best allocation of a city's inhabitants and energy: no other counts better for its player."""

from collections.abc import Iterator
from typing import NamedTuple

from shared.rules.quadropolis.additions import squares
from shared.rules.quadropolis.pieces import City, Kind
from shared.rules.quadropolis.search import best_worth
from shared.rules.quadropolis.tables import CUSTOMERS
from shared.rules.quadropolis.worth import is_active, placed

NEEDS_ENERGY = frozenset({Kind.TOWER, Kind.SHOP})
NEEDS_INHABITANT = frozenset({Kind.SERVICE, Kind.FACTORY, Kind.HARBOUR})


class Placed(NamedTuple):
    """What one building was given. A shop's inhabitants are its customers."""

    active: bool
    inhabitants: int
    energy: int


Allocation = tuple[Placed | None, ...]
"""By square; None: nothing stands there."""


def allocate(city: City, inhabitants: int, energy: int) -> Allocation:
    """Highest total, then most inhabitants placed, then fewest empty squares, then the earliest squares active."""
    return tuple(hand_out(city, best_worth(city, inhabitants, energy)))


def hand_out(city: City, worth: int) -> Iterator[Placed | None]:
    staff = sum(is_active(worth, square) for kind in NEEDS_INHABITANT for square in squares(city, kind))
    waiting = placed(worth) - staff  # customers fill one shop after the other, in reading order
    for square, building in enumerate(city):
        if building is None:
            yield None
        elif building.kind is Kind.PARK:
            yield Placed(True, 0, 0)
        elif not is_active(worth, square):
            yield Placed(False, 0, 0)
        elif building.kind is Kind.SHOP:
            served = min(waiting, CUSTOMERS)
            waiting -= served
            yield Placed(True, served, 1)
        else:
            yield Placed(True, int(building.kind in NEEDS_INHABITANT), int(building.kind in NEEDS_ENERGY))
