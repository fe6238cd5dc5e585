"""A city as bit sets of spots, one for each zone and one for each side that roads cross: quick to change and to count.

Spots are numbered from some rows above the city, because small numbers are quick.
"""

from collections.abc import Mapping
from typing import NamedTuple

from shared.games.sprawlopolis.play.cards import FACES
from shared.games.sprawlopolis.play.ground import WIDTH, E, N, S, Spot, W, bits, spots_under
from shared.games.sprawlopolis.play.pieces import Blocks, Zone

ABOVE = 4  # rows that are kept free above a city: cards are laid there, and nothing is lost that is moved up or left
UNDER = bits(spots_under(0))


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
    return Planes(*[plane & kept | new << at for plane, new in zip(planes, CARDS[card, is_turned], strict=True)])


def joined(planes: Planes) -> Joined:
    across, down = planes.east & planes.west >> 1, planes.south & planes.north >> WIDTH
    return Joined(down << WIDTH, across, down, across << 1)


def largest(zone: int) -> int:
    """The size of the largest group of blocks that are joined by sides."""
    best = 0
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
    left, found = planes.north | planes.east | planes.south | planes.west, list[int]()
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
    """The roads that come back to where they began."""
    north, east, south, west = (side & going for side, going in zip(planes[4:], on, strict=True))
    through = ((north | east | south | west) & ~(planes.north ^ north)) & ~(planes.east ^ east)
    through &= ~(planes.south ^ south) & ~(planes.west ^ west)
    curves = (through & north & east, through & north & west, through & south & east, through & south & west)
    if not all(curves):
        return []
    return [road for road in roads(planes, on) if not road & ~through]


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
