"""The score of a city by its best allocation, or by one made by hand, and the reasons for every point of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from shared.games.quadropolis.play.pieces import City
from shared.games.quadropolis.score.allocation import allocate, best_total
from shared.games.quadropolis.score.pad import PAD
from shared.games.quadropolis.score.placing import Allocation, checked
from shared.games.quadropolis.score.standing import Reason, Standing
from shared.games.quadropolis.score.tables import PLANS

REMEMBERED = 1 << 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A city as it counts: all nine `lines` in points, in the order of the pad; `total` is their sum."""

    total: int
    lines: Mapping[str, int]
    placed_inhabitants: int
    empty_squares: int  # inactive buildings leave one each
    inhabitants_left: int
    energy_left: int
    allocation: Allocation


@lru_cache(maxsize=REMEMBERED)
def settle(mode: str, city: City, inhabitants: int, energy: int) -> Settled:
    """Count a city by the best allocation of what its player has received. Source: rulebook, "End of the game"."""
    return _count(mode, city, allocate(mode, city, inhabitants, energy), inhabitants, energy)


@lru_cache(maxsize=REMEMBERED)
def total(mode: str, city: City, inhabitants: int, energy: int) -> int:
    """The total of `settle` alone, in a third of the time: bots ask for it again and again."""
    return best_total(mode, city, inhabitants, energy)


def counted(mode: str, city: City, allocation: Allocation, inhabitants: int, energy: int) -> Settled:
    """Count a city by any allocation; `active` follows from what was given. Raises IllegalMove or Malformed."""
    return _count(mode, city, checked(mode, city, allocation, inhabitants, energy), inhabitants, energy)


def explain(mode: str, city: City, settled: Settled) -> tuple[Reason, ...]:
    """Where the points of each line come from, in the order of the pad: data for the page to put into words."""
    return reasons(mode, city, settled.allocation, settled.inhabitants_left, settled.energy_left)


def reasons(
    mode: str, city: City, allocation: Allocation, inhabitants_left: int, energy_left: int
) -> tuple[Reason, ...]:
    """Inactive buildings are taken out before anything is counted."""
    sites = list(zip(city, allocation, strict=True))
    standing = Standing(
        plan=PLANS[mode],
        city=tuple(building if given and given.active else None for building, given in sites),
        shut=tuple(None if given and given.active else building for building, given in sites),
        customers=tuple(given.inhabitants if given else 0 for given in allocation),
        inhabitants_left=inhabitants_left,
        energy_left=energy_left,
    )
    return tuple(reason for line in PAD.values() for reason in line(standing))


def _count(mode: str, city: City, allocation: Allocation, inhabitants: int, energy: int) -> Settled:
    placed = sum(given.inhabitants for given in allocation if given)
    inhabitants_left = inhabitants - placed
    energy_left = energy - sum(given.energy for given in allocation if given)
    lines = dict.fromkeys(PAD, 0)
    for reason in reasons(mode, city, allocation, inhabitants_left, energy_left):
        lines[reason.line] += reason.points
    return Settled(
        total=sum(lines.values()),
        lines=lines,
        placed_inhabitants=placed,
        empty_squares=sum(given is None or not given.active for given in allocation),
        inhabitants_left=inhabitants_left,
        energy_left=energy_left,
        allocation=allocation,
    )
