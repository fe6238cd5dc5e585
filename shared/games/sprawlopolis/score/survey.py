"""What of a city counts: its groups, its roads and its edge; and why something gives points."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shared.games.sprawlopolis.play.ground import BESIDE, SIDES, Spot
from shared.games.sprawlopolis.play.pieces import Block, Blocks, Zone
from shared.games.sprawlopolis.score.roads import Road, roads

STEPS = tuple(SIDES.values())
ZONES = tuple(Zone)

Group = tuple[Spot, ...]
"""Blocks of one zone that are joined by sides."""


class Reason(NamedTuple):
    """Points, the blocks that they come from, and the key and values of the sentence that says why."""

    points: int
    key: str
    blocks: tuple[Spot, ...]
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Survey:
    """A city row by row: the blocks of each zone, its groups, the largest first, and the roads."""

    blocks: Blocks
    zones: Mapping[Zone, Mapping[Spot, Block]]
    groups: Mapping[Zone, Sequence[Group]]
    roads: Sequence[Road]

    def holds(self, spot: Spot, zone: Zone) -> bool:
        return spot in self.zones[zone]

    def beside(self, spot: Spot) -> list[Spot]:
        """The blocks that share a side with this one."""
        return [near for near in BESIDE[spot] if near in self.blocks]

    def open_sides(self, spot: Spot) -> list[int]:
        """The steps to spots without a block: a hole inside the city counts like its edge."""
        return [step for step in STEPS if spot + step not in self.blocks]

    def largest(self, zone: Zone) -> Group:
        """() if there is none; any of several equal ones."""
        return next(iter(self.groups[zone]), ())


Line = Callable[[Survey], Iterable[Reason]]
"""A line of the score pad: every reason for points of it."""


def survey(blocks: Blocks) -> Survey:
    """Row by row from the top, so that cities which look the same have the same reasons, however they came about."""
    blocks = {spot: blocks[spot] for spot in sorted(blocks)}
    zones: dict[Zone, dict[Spot, Block]] = {zone: {} for zone in ZONES}
    for spot, block in blocks.items():
        zones[block.zone][spot] = block
    groups = {zone: sorted(_groups(spots), key=len, reverse=True) for zone, spots in zones.items()}
    return Survey(blocks, zones, groups, list(roads(blocks)))


def _groups(spots: Iterable[Spot]) -> Iterator[Group]:
    """Of blocks of one zone."""
    left = set(spots)
    for spot in spots:
        if spot in left:
            left.remove(spot)
            yield _group(left, spot)


def _group(left: set[Spot], spot: Spot) -> Group:
    """All that is connected with a block; it is removed from `left`."""
    found = [spot]
    for at in found:
        for near in BESIDE[at]:
            if near in left:
                left.remove(near)
                found.append(near)
    return tuple(sorted(found))
