"""The best allocation of a city's inhabitants and energy: no other counts better for its player."""

from collections.abc import Iterator
from typing import NamedTuple

from shared.games.quadropolis.play.pieces import City, Kind
from shared.games.quadropolis.score.search import best_worth
from shared.games.quadropolis.score.tables import NEEDS, PLANS
from shared.games.quadropolis.score.worth import is_active, placed


class Placed(NamedTuple):
    """What one building was given. A shop's inhabitants are its customers."""

    active: bool
    inhabitants: int
    energy: int


Allocation = tuple[Placed | None, ...]
"""By square; None: nothing stands there."""


def allocate(mode: str, city: City, inhabitants: int, energy: int) -> Allocation:
    """Highest total, then most inhabitants placed, then fewest empty squares, then the earliest squares active."""
    return tuple(hand_out(city, PLANS[mode].customers, best_worth(mode, city, inhabitants, energy)))


def hand_out(city: City, customers: int, worth: int) -> Iterator[Placed | None]:
    needs = [NEEDS[building.kind] if building else (0, 0) for building in city]
    staff = sum(people for square, (people, _) in enumerate(needs) if is_active(worth, square))
    waiting = placed(worth) - staff  # customers fill one shop after the other, in reading order
    for square, building in enumerate(city):
        if building is None:
            yield None
        elif needs[square] != (0, 0) and not is_active(worth, square):
            yield Placed(False, 0, 0)
        elif building.kind is Kind.SHOP:
            served = min(waiting, customers)
            waiting -= served
            yield Placed(True, served, 1)
        else:
            yield Placed(True, *needs[square])
