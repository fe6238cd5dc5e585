"""A city as bit sets of spots, one for each zone and one for each side that roads cross: quick to change and to count.

Spots are numbered from some rows above the city, because small numbers are quick.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from shared.games.sprawlopolis.play.cards import FACES
from shared.games.sprawlopolis.play.ground import WIDTH, E, N, S, Spot, W, bits, spots_under
from shared.games.sprawlopolis.play.pieces import Blocks, Zone

ABOVE = 4  # rows that are kept free above a city: cards are laid there, and nothing is lost that is moved up or left
UNDER = bits(spots_under(0))
REMEMBERED = 1 << 14  # zones whose largest group is known: cities that a bot compares have many zones in common


class Planes(NamedTuple):
    """`north` and so on: the blocks whose road crosses that side."""

    homes: int
    shops: int
    works: int
    parks: int
    north: int
    east: int
    south: int
    west: int

    @property
    def built(self) -> int:
        return self.homes | self.shops | self.works | self.parks


class Joined(NamedTuple):
    """By side: the blocks whose road goes on there, into the road of the neighbour."""

    north: int
    east: int
    south: int
    west: int


def base_of(blocks: Blocks) -> Spot:
    """The spot that counts as 0."""
    return WIDTH * (min(blocks, default=WIDTH * ABOVE) // WIDTH - ABOVE)


def planes_of(blocks: Blocks, base: Spot) -> Planes:
    planes = [0] * len(Planes._fields)
    for spot, (zone, road) in blocks.items():
        bit = 1 << spot - base
        planes[PLANE[zone]] |= bit
        for step in road:
            planes[PLANE[step]] |= bit
    return Planes(*planes)


def with_face(planes: Planes, card: int, is_turned: bool, at: int) -> Planes:
    """With a card on top, its top left block at that spot."""
    kept = ~(UNDER << at)
    homes, shops, works, parks, north, east, south, west = CARDS[card, is_turned]
    return Planes(
        planes[0] & kept | homes << at,
        planes[1] & kept | shops << at,
        planes[2] & kept | works << at,
        planes[3] & kept | parks << at,
        planes[4] & kept | north << at,
        planes[5] & kept | east << at,
        planes[6] & kept | south << at,
        planes[7] & kept | west << at,
    )


def joined(planes: Planes) -> Joined:
    across, down = planes.east & planes.west >> 1, planes.south & planes.north >> WIDTH
    return Joined(down << WIDTH, across, down, across << 1)


@lru_cache(maxsize=REMEMBERED)
def largest(zone: int) -> int:
    """The size of the largest group of blocks that are joined by sides."""
    best, zone = int(zone > 0), zone & near(zone)  # without those that stand alone
    while zone.bit_count() > best:
        group = grown(zone)
        best = max(best, group.bit_count())
        zone ^= group
    return best


def groups(zone: int) -> list[int]:
    found = []
    while zone:
        found.append(grown(zone))
        zone ^= found[-1]
    return found


def grown(zone: int) -> int:
    """The group of the first of these blocks."""
    group, more = 0, zone & -zone
    while more != group:
        group = more
        more = (group | near(group)) & zone
    return group


def near(spots: int) -> int:
    """What shares a side with one of these."""
    return spots << 1 | spots >> 1 | spots << WIDTH | spots >> WIDTH


def roads(planes: Planes, on: Joined) -> list[int]:
    """Each as the blocks that it runs through."""
    return _roads(on, planes.north | planes.east | planes.south | planes.west, [])


def roads_after(before: Sequence[int], planes: Planes, on: Joined, at: int) -> list[int]:
    """With a card on top, its top left block at that spot. `before`: the roads without it; most go on as they were."""
    north, east, south, west = on
    under = UNDER << at
    changed = under | (under & east) << 1 | (under & west) >> 1 | (under & south) << WIDTH | (under & north) >> WIDTH
    kept = [road for road in before if not road & changed]
    return _roads(on, (planes.north | planes.east | planes.south | planes.west) & ~sum(kept), kept)


def _roads(on: Joined, left: int, found: list[int]) -> list[int]:
    """Those through the blocks that are left, added to what is found already."""
    north, east, south, west = on
    while left:
        road, more = 0, left & -left
        while more != road:
            road = more
            more |= (road & east) << 1 | (road & west) >> 1 | (road & south) << WIDTH | (road & north) >> WIDTH
        found.append(road)
        left ^= road
    return found


def number_of_roads(planes: Planes, on: Joined) -> int:
    """Without a loop a road has one block more than joints; with one, it has as many."""
    pieces = planes.north | planes.east | planes.south | planes.west
    return pieces.bit_count() - on.east.bit_count() - on.south.bit_count() + len(groups_of_loops(planes, on))


def groups_of_loops(planes: Planes, on: Joined) -> list[int]:
    """The roads that come back to where they began: what is left when ends are taken off again and again."""
    north, east, south, west = on
    ends = planes.north ^ north | planes.east ^ east | planes.south ^ south | planes.west ^ west
    left, fewer = 0, (north | east | south | west) & ~ends
    while left != fewer:
        left = fewer
        fewer &= ~(north & ~(left << WIDTH) | east & ~(left >> 1) | south & ~(left >> WIDTH) | west & ~(left << 1))
    return _roads(on, left, [])


PLANE: Mapping[Zone | int, int] = {
    Zone.RESIDENTIAL: 0,
    Zone.COMMERCIAL: 1,
    Zone.INDUSTRIAL: 2,
    Zone.PARK: 3,
    N: 4,
    E: 5,
    S: 6,
    W: 7,
}
CARDS: Mapping[tuple[int, bool], Planes] = {
    face: planes_of(dict(zip(spots_under(0), blocks, strict=True)), 0) for face, blocks in FACES.items()
}
"""By card and whether it is turned, its top left block at spot 0."""
