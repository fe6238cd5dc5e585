"""What of a city is counted: its groups, its roads and its edge; and why something gives points."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shared.rules.sprawlopolis.city import Blocks
from shared.rules.sprawlopolis.ground import SIDES, Spot
from shared.rules.sprawlopolis.pieces import Zone
from shared.rules.sprawlopolis.roads import Road, roads

STEPS = tuple(SIDES.values())

Group = tuple[Spot, ...]
"""Blocks of one zone that are joined by sides."""


class Reason(NamedTuple):
    """Points, the blocks that they come from, and key and values of the sentence that says why."""

    points: int
    key: str
    blocks: tuple[Spot, ...]
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Survey:
    """A city row by row, with its groups by zone, the largest first, and its roads."""

    blocks: Blocks
    groups: Mapping[Zone, tuple[Group, ...]]
    roads: tuple[Road, ...]

    def each(self, zone: Zone) -> list[Spot]:
        return [spot for spot, block in self.blocks.items() if block.zone is zone]

    def holds(self, spot: Spot, zone: Zone) -> bool:
        block = self.blocks.get(spot)
        return block is not None and block.zone is zone

    def beside(self, spot: Spot) -> list[Spot]:
        """The blocks that share a side with this one."""
        return [spot + step for step in STEPS if spot + step in self.blocks]

    def open_sides(self, spot: Spot) -> list[int]:
        """The steps to where no block lies: a hole inside of the city counts like its edge."""
        return [step for step in STEPS if spot + step not in self.blocks]

    def largest(self, zone: Zone) -> Group:
        """() where there is none; of equal ones any."""
        return next(iter(self.groups[zone]), ())


Line = Callable[[Survey], Iterable[Reason]]
"""A line of the score pad: every reason for points of it."""


def survey(blocks: Blocks) -> Survey:
    """Row by row from the top, so that cities that look the same have the same reasons, however they came about."""
    blocks = dict(sorted(blocks.items()))
    groups: dict[Zone, list[Group]] = {zone: [] for zone in Zone}
    for zone, group in _groups(blocks):
        groups[zone].append(group)
    ordered = {zone: tuple(sorted(found, key=len, reverse=True)) for zone, found in groups.items()}
    return Survey(blocks, ordered, tuple(roads(blocks)))


def _groups(blocks: Blocks) -> Iterator[tuple[Zone, Group]]:
    seen = set[Spot]()
    for spot, block in blocks.items():
        if spot not in seen:
            group = _group(blocks, spot, block.zone)
            seen.update(group)
            yield block.zone, group


def _group(blocks: Blocks, spot: Spot, zone: Zone) -> Group:
    found, near = {spot}, [spot]
    while near:
        at = near.pop()
        for step in STEPS:
            other = blocks.get(at + step)
            if other is not None and other.zone is zone and at + step not in found:
                found.add(at + step)
                near.append(at + step)
    return tuple(sorted(found))
