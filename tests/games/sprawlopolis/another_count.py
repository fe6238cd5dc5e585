"""The score of a city once more, written from the rules alone: pieces of road as edges of a graph, and plain sets.

It shares no code with the product, and reads cities as text: `R`, `C:NW`, `.`, rows from the top.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

Spot = tuple[int, int]
MOVES = {"N": (-1, 0), "S": (1, 0), "E": (0, 1), "W": (0, -1)}
FACING = {"N": "S", "S": "N", "E": "W", "W": "E"}


class Ground(NamedTuple):
    zones: dict[Spot, str]
    pieces: dict[Spot, str]
    groups: list[set[Spot]]
    roads: list[set[Spot]]


def total(rows: Sequence[str], goals: Sequence[int], difficulty: str) -> int:
    ground = read(rows)
    sizes = [max((len(group) for group in of_zone(ground, zone)), default=0) for zone in "RCIP"]
    zones = max(sizes) if difficulty == "harder" else sum(sizes)
    roads = 0 if difficulty == "easier" else len(ground.roads)
    return zones - roads + sum(GOALS[goal](ground) for goal in goals)


def read(rows: Sequence[str]) -> Ground:
    words = {(y, x): word for y, row in enumerate(rows) for x, word in enumerate(row.split()) if word != "."}
    zones = {spot: word[0] for spot, word in words.items()}
    pieces = {spot: word[2:] for spot, word in words.items()}
    alike = [(a, b) for a in zones for b in around(a) if b in zones and zones[a] == zones[b]]
    driven = [(a, b) for a in pieces for side in pieces[a] if joins(pieces, a, side) for b in [to(a, side)]]
    return Ground(zones, pieces, merged(set(zones), alike), merged({a for a in pieces if pieces[a]}, driven))


def merged(spots: set[Spot], pairs: Sequence[tuple[Spot, Spot]]) -> list[set[Spot]]:
    leader = {spot: spot for spot in spots}
    for a, b in pairs:
        old, new = leader[a], leader[b]
        leader = {spot: new if name == old else name for spot, name in leader.items()}
    return [{spot for spot in spots if leader[spot] == name} for name in set(leader.values())]


def to(spot: Spot, side: str) -> Spot:
    return spot[0] + MOVES[side][0], spot[1] + MOVES[side][1]


def around(spot: Spot) -> list[Spot]:
    return [to(spot, side) for side in MOVES]


def joins(pieces: dict[Spot, str], spot: Spot, side: str) -> bool:
    return FACING[side] in pieces.get(to(spot, side), "")


def ends(ground: Ground, road: set[Spot]) -> list[Spot]:
    """Where the road would go on: two spots, or none for a loop."""
    return [to(a, side) for a in road for side in ground.pieces[a] if not joins(ground.pieces, a, side)]


def of_zone(ground: Ground, zone: str) -> list[set[Spot]]:
    return [group for group in ground.groups if ground.zones[next(iter(group))] == zone]


def near(ground: Ground, spot: Spot) -> str:
    """The zones at its sides."""
    return "".join(ground.zones.get(other, "") for other in around(spot))


def each(ground: Ground, zone: str) -> list[Spot]:
    return [spot for spot, there in ground.zones.items() if there == zone]


def lines(ground: Ground, zones: str = "RCIP") -> list[dict[int, int]]:
    """For rows, then columns: how many blocks of these zones there are in each that has any block."""
    counts = [Counter(spot[way] for spot in ground.zones if ground.zones[spot] in zones) for way in (0, 1)]
    return [{at: counts[way][at] for at in {spot[way] for spot in ground.zones}} for way in (0, 1)]


def outskirts(ground: Ground) -> int:
    return sum(-1 if any(end not in ground.zones for end in ends(ground, road)) else 1 for road in ground.roads)


def blooms(ground: Ground) -> int:
    parks = [count for line in lines(ground, "P") for count in line.values()]
    return parks.count(3) - parks.count(0)


def parties(ground: Ground) -> int:
    def is_square(spot: Spot) -> bool:
        y, x = spot
        four = [ground.zones.get(other) for other in ((y, x), (y + 1, x), (y, x + 1), (y + 1, x + 1))]
        return set(four) == {ground.zones[spot]}

    return min(7, -8 + 3 * sum(is_square(spot) for spot in ground.zones))


def suburbs(ground: Ground) -> int:
    groups = of_zone(ground, "R")
    worth = []
    for group in groups:
        if len(group) == max(map(len, groups)):
            rim = "".join(ground.zones.get(other, "") for other in {b for a in group for b in around(a)})
            worth.append(rim.count("P") - 2 * rim.count("I"))
    return max(worth, default=0)


def at_corner(ground: Ground, spot: Spot) -> bool:
    y, x = spot
    return "I" in {ground.zones.get((y + down, x + right)) for down in (-1, 1) for right in (-1, 1)}


def marts(ground: Ground) -> int:
    def is_mart(spot: Spot) -> bool:
        sides = ground.pieces[spot]
        on = [to(spot, side) for side in sides if joins(ground.pieces, spot, side)]
        return len(on) == 2 and all(ground.zones[other] == "R" for other in on)

    return 2 * sum(is_mart(spot) for spot in each(ground, "C"))


def hops(ground: Ground) -> int:
    parks = [{end for end in ends(ground, road) if ground.zones.get(end) == "P"} for road in ground.roads]
    return 3 * sum(len(found) == 2 for found in parks)


def traps(ground: Ground) -> int:
    points = 0
    for spot in each(ground, "C"):
        free = {side for side in MOVES if to(spot, side) not in ground.zones}
        points += bool(free) + bool(free & {"N", "S"} and free & {"E", "W"})
    return points


GOALS: dict[int, Callable[[Ground], int]] = {
    1: outskirts,
    2: blooms,
    3: lambda ground: len(each(ground, "P")) - 3 * len(each(ground, "I")),
    4: parties,
    5: lambda ground: 2 * sum(not set(near(ground, spot)) & {"R", "P"} for spot in each(ground, "I")),
    6: lambda ground: max(map(len, of_zone(ground, "R")), default=0) - max(map(len, of_zone(ground, "I")), default=0),
    7: lambda ground: sum(1 if len(near(ground, spot)) == 4 else -2 for spot in each(ground, "P")),
    8: suburbs,
    9: lambda ground: sum(at_corner(ground, spot) for spot in each(ground, "I")),
    10: lambda ground: max(count for line in lines(ground, "C") for count in line.values()),
    11: marts,
    12: lambda ground: max(map(len, ground.roads), default=0) // 2,
    13: hops,
    14: lambda ground: sum(len(road) for road in ground.roads if not ends(ground, road)),
    15: lambda ground: 2 * sum(near(ground, spot).count("I") >= 2 for spot in each(ground, "R")),
    16: lambda ground: 2 * sum({"R", "C"} <= {ground.zones[spot] for spot in road} for road in ground.roads),
    17: traps,
    18: lambda ground: sum(max(line.values()) for line in lines(ground)),
}
