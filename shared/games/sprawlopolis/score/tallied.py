"""The 18 goals as numbers alone; `goals/` has them with their reasons, and says what each is about."""

from collections.abc import Callable, Mapping, Sequence

from shared.games.sprawlopolis.play.ground import WIDTH
from shared.games.sprawlopolis.score.goals.lines import BLOOMING
from shared.games.sprawlopolis.score.goals.zones import PARTIES
from shared.games.sprawlopolis.score.planes import (
    Joined,
    Planes,
    groups,
    groups_of_loops,
    joined,
    largest,
    near,
)

ROW = (1 << WIDTH) - 1
COLUMN = sum(1 << WIDTH * row for row in range(WIDTH))


def counts(built: int, spots: int) -> tuple[list[int], list[int]]:
    """How many of these blocks lie in each row and in each column of the city."""
    rows, across, left = [], 0, spots
    while built:
        if row := built & ROW:
            rows.append((left & ROW).bit_count())
            across |= row
        built >>= WIDTH
        left >>= WIDTH
    first, end = (across & -across).bit_length() - 1, across.bit_length()
    return rows, [(spots & COLUMN << at).bit_count() for at in range(max(0, first), end) if across >> at & 1]


def the_outskirts(planes: Planes, on: Joined, roads: Sequence[int]) -> int:
    built = planes.built
    north, east, south, west = ends(planes, on)
    at_edge = north & ~(built << WIDTH) | east & ~(built >> 1) | south & ~(built >> WIDTH) | west & ~(built << 1)
    return sum([-1 if road & at_edge else 1 for road in roads])


def bloom_boom(planes: Planes) -> int:
    rows, columns = counts(planes.built, planes.parks)
    parks = rows + columns
    return parks.count(BLOOMING) - parks.count(0)


def go_green(planes: Planes) -> int:
    return planes.parks.bit_count() - 3 * planes.works.bit_count()


def block_party(planes: Planes) -> int:
    zones = (planes.homes, planes.shops, planes.works, planes.parks)
    squares = sum([(zone & zone >> 1 & zone >> WIDTH & zone >> WIDTH + 1).bit_count() for zone in zones])
    return PARTIES[min(squares, len(PARTIES) - 1)]


def stacks_and_scrapers(planes: Planes) -> int:
    return 2 * (planes.works & ~near(planes.homes | planes.parks)).bit_count()


def master_planned(planes: Planes) -> int:
    return largest(planes.homes) - largest(planes.works)


def central_perks(planes: Planes) -> int:
    inside = (planes.parks & ~_open(planes, 1) & ~_open(planes, WIDTH)).bit_count()
    return inside - 2 * (planes.parks.bit_count() - inside)


def the_burbs(planes: Planes) -> int:
    found = groups(planes.homes)
    size = max(map(int.bit_count, found), default=0)
    beside = [near(group) for group in found if group.bit_count() == size]
    suburbs = [(planes.parks & one).bit_count() - 2 * (planes.works & one).bit_count() for one in beside]
    return max(suburbs, default=0)


def concrete_jungle(planes: Planes) -> int:
    works = planes.works
    beside = works << 1 | works >> 1
    return (works & (beside << WIDTH | beside >> WIDTH)).bit_count()


def the_strip(planes: Planes) -> int:
    rows, columns = counts(planes.built, planes.shops)
    return max(rows + columns, default=0)


def mini_marts(planes: Planes) -> int:
    """A road crosses two sides of a block: between homes, it comes from one at both."""
    on, homes = joined(planes), planes.homes
    north, south = on.north & homes << WIDTH, on.south & homes >> WIDTH
    east, west = on.east & homes >> 1, on.west & homes << 1
    return 2 * (planes.shops & two_of(north, east, south, west)).bit_count()


def superhighway(planes: Planes, on: Joined, roads: Sequence[int]) -> int:
    return max(map(int.bit_count, roads), default=0) // 2


def park_hopping(planes: Planes, on: Joined, roads: Sequence[int]) -> int:
    parks, found = planes.parks, 0
    north, east, south, west = ends(planes, on)
    for road in roads:
        beyond = (road & north) >> WIDTH | (road & east) << 1 | (road & south) << WIDTH | (road & west) >> 1
        found += (beyond & parks).bit_count() == 2
    return 3 * found


def looping_lanes(planes: Planes) -> int:
    return sum(map(int.bit_count, groups_of_loops(planes, joined(planes))))


def skid_row(planes: Planes) -> int:
    works = planes.works
    return 2 * (planes.homes & two_of(works << WIDTH, works >> 1, works >> WIDTH, works << 1)).bit_count()


def morning_commute(planes: Planes, on: Joined, roads: Sequence[int]) -> int:
    return 2 * sum([bool(road & planes.homes) and bool(road & planes.shops) for road in roads])


def tourist_traps(planes: Planes) -> int:
    across, along = planes.shops & _open(planes, 1), planes.shops & _open(planes, WIDTH)
    return across.bit_count() + along.bit_count()  # on a corner both: 2 points


def sprawlopolis(planes: Planes) -> int:
    return sum([max(line, default=0) for line in counts(planes.built, planes.built)])


def ends(planes: Planes, on: Joined) -> Joined:
    """By side: the blocks whose road ends there."""
    return Joined(planes.north ^ on.north, planes.east ^ on.east, planes.south ^ on.south, planes.west ^ on.west)


def two_of(north: int, east: int, south: int, west: int) -> int:
    """What is in at least two of these."""
    return north & south | east & west | (north | south) & (east | west)


def _open(planes: Planes, step: int) -> int:
    """Spots with no block at one of the two sides that lie so many spots away. A hole counts like the edge."""
    built = planes.built
    return ~(built << step & built >> step)


TALLIED: Mapping[int, Callable[[Planes], int]] = {
    2: bloom_boom,
    3: go_green,
    4: block_party,
    5: stacks_and_scrapers,
    6: master_planned,
    7: central_perks,
    8: the_burbs,
    9: concrete_jungle,
    10: the_strip,
    11: mini_marts,
    14: looping_lanes,
    15: skid_row,
    17: tourist_traps,
    18: sprawlopolis,
}

TALLIED_BY_ROADS: Mapping[int, Callable[[Planes, Joined, Sequence[int]], int]] = {
    1: the_outskirts,
    12: superhighway,
    13: park_hopping,
    16: morning_commute,
}
"""Those that look at each road as a whole."""
