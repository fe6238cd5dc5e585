"""What of a city counts: its active buildings, and the customers in them; and why the others don't count."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.score.tables import NEEDS, Plan


class Reason(NamedTuple):
    """Points of one line of the pad, the squares they come from, and key and values of the sentence that says why."""

    line: str
    squares: tuple[int, ...]
    points: int
    key: str
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """`city` holds the active buildings, `shut` the inactive ones; `customers` by square; and what was left over."""

    plan: Plan
    city: City
    shut: City
    customers: tuple[int, ...]
    inhabitants_left: int
    energy_left: int

    def each(self, kind: Kind) -> list[tuple[int, Building]]:
        return of_kind(self.city, kind)

    def beside(self, square: int, kind: Kind) -> int:
        return sum(self.holds(other, kind) for other in self.plan.beside[square])

    def holds(self, square: int, kind: Kind) -> bool:
        building = self.city[square]
        return building is not None and building.kind is kind

    def group(self, square: int) -> set[int]:
        """The squares that active buildings of its kind connect with this one, side by side."""
        building = self.city[square]
        found, near = set[int](), [square]
        while building and near:
            at = near.pop()
            found.add(at)
            near += [other for other in self.plan.beside[at] if other not in found and self.holds(other, building.kind)]
        return found


def inactive(line: str, kind: Kind, standing: Standing) -> Iterator[Reason]:
    """No points: what was missing once everything was given out, or that it was left inactive on purpose."""
    people, power = NEEDS[kind]
    lacks = standing.inhabitants_left < people, standing.energy_left < power
    key = {
        (True, True): "lacked_both",
        (True, False): "lacked_inhabitant",
        (False, True): "lacked_energy",
        (False, False): "left_inactive",
    }[lacks]
    for square, _ in of_kind(standing.shut, kind):
        yield Reason(line, (square,), 0, key, {})


def of_kind(city: City, kind: Kind) -> list[tuple[int, Building]]:
    return [(square, building) for square, building in enumerate(city) if building and building.kind is kind]
