"""The score of a city counted a second time: every choice of what is active, every way to serve customers."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

NEEDS = {
    "tower": {"energy"},
    "shop": {"energy"},
    "service": {"inhabitant"},
    "factory": {"inhabitant"},
    "harbour": {"inhabitant"},
    "office": {"inhabitant", "energy"},
}
TOWER_BY_FLOORS = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15}
SHOP_BY_CUSTOMERS = {0: 0, 1: 1, 2: 2, 3: 4, 4: 7, 5: 11}
MOST_CUSTOMERS = {"classic": 4, "expert": 5}
SERVICES_BY_DISTRICTS = {0: 0, 1: 2, 2: 5, 3: 9, 4: 14, 5: 20}
PARK_BY_TOWERS = {0: 0, 1: 2, 2: 4, 3: 7, 4: 11}
HARBOURS_BY_LENGTH = {0: 0, 1: 0, 2: 3, 3: 7, 4: 12, 5: 18}
OFFICE_BY_GROUP_AND_FLOORS = {
    1: (0, 1, 3, 6, 10),
    2: (1, 3, 6, 10, 15),
    3: (2, 5, 9, 14, 20),
    4: (3, 7, 12, 18, 25),
    5: (4, 9, 15, 22, 30),
}
EXPERT_DISTRICTS = "11422", "11422", "55433", "55433"

Square = tuple[int, int]


class Stone(NamedTuple):
    """What stands on a square."""

    kind: str
    floors: int = 1
    points: int = 0


Plan = dict[Square, Stone]


class Count(NamedTuple):
    """In the order of the rules: the total, then the inhabitants placed, then how few squares are empty."""

    total: int
    placed: int
    built: int
    lines: tuple[tuple[str, int], ...]


def best_counts(mode: str, city: Plan, inhabitants: int, energy: int) -> list[Count]:
    """All of the best allocations: those between which the rules make no difference."""
    counts = set(every_count(mode, city, inhabitants, energy))
    top = max(count[:3] for count in counts)
    return [count for count in counts if count[:3] == top]


def every_count(mode: str, city: Plan, inhabitants: int, energy: int) -> Iterator[Count]:
    choosable = [square for square, stone in city.items() if stone.kind in NEEDS]
    for size in range(len(choosable) + 1):
        for off in combinations(choosable, size):
            standing = {square: stone for square, stone in city.items() if square not in off}
            needs = [need for stone in standing.values() for need in NEEDS.get(stone.kind, ())]
            people, power = inhabitants - needs.count("inhabitant"), energy - needs.count("energy")
            if people >= 0 and power >= 0:
                yield from counts_of(mode, standing, inhabitants, people, power)


def counts_of(mode: str, standing: Plan, inhabitants: int, people: int, power: int) -> Iterator[Count]:
    """`people` and `power` are what is left once all these are active."""
    shops = sum(stone.kind == "shop" for stone in standing.values())
    parks = sum(stone.kind == "park" for stone in standing.values())
    lines = built_lines(mode, standing)
    for served, points in ways_to_serve(MOST_CUSTOMERS[mode], shops):
        if served <= people:
            left = people - served
            all_lines = {**lines, "shops": points, "unplaced": -left - max(0, power - parks)}
            yield Count(sum(all_lines.values()), inhabitants - left, len(standing), tuple(sorted(all_lines.items())))


@cache
def ways_to_serve(most: int, shops: int) -> set[tuple[int, int]]:
    """How many customers there are in all, and what they bring, for every way to spread them over the shops."""
    crowds = product(range(most + 1), repeat=shops)
    return {(sum(crowd), sum(SHOP_BY_CUSTOMERS[customers] for customers in crowd)) for crowd in crowds}


def built_lines(mode: str, standing: Plan) -> dict[str, int]:
    kinds = (*NEEDS, "park", "square", "monument")
    of = {kind: {at: stone for at, stone in standing.items() if stone.kind == kind} for kind in kinds}
    high, green = of["tower"] | of["office"], of["park"] | of["square"]
    return {
        "towers": sum(TOWER_BY_FLOORS[tower.floors] for tower in of["tower"].values()),
        "services": SERVICES_BY_DISTRICTS[len({district(mode, *at) for at in of["service"]})] + printed(of["service"]),
        "parks": sum(PARK_BY_TOWERS[beside(park, high)] for park in green),
        "factories": sum(
            2 * beside(at, of["shop"]) + 3 * beside(at, of["harbour"]) + 4 * beside(at, of["office"])
            for at in of["factory"]
        ),
        "harbours": longest_lines(of["harbour"]) + printed(of["harbour"]),
        "offices": sum(
            OFFICE_BY_GROUP_AND_FLOORS[min(5, len(connected(at, of["office"])))][office.floors - 1]
            for at, office in of["office"].items()
        ),
        "monuments": sum(
            2 * beside(at, of["service"])
            + 3 * beside(at, of["shop"])
            + 5 * beside(at, green)
            - 5 * beside(at, of["factory"] | of["harbour"])
            for at in of["monument"]
        ),
    }


def district(mode: str, row: int, column: int) -> object:
    return EXPERT_DISTRICTS[row - 1][column - 1] if mode == "expert" else ((row - 1) // 2, (column - 1) // 2)


def connected(square: Square, offices: Plan) -> set[Square]:
    group = {square}
    while more := {other for other in offices if other not in group and beside(other, dict.fromkeys(group, Stone("")))}:
        group |= more
    return group


def printed(stones: Plan) -> int:
    return sum(stone.points for stone in stones.values())


def beside(square: Square, others: Plan) -> int:
    row, column = square
    return sum(near in others for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)))


def longest_lines(harbours: Plan) -> int:
    rows = max(longest([(row, column) in harbours for column in range(1, 6)]) for row in range(1, 5))
    columns = max(longest([(row, column) in harbours for row in range(1, 5)]) for column in range(1, 6))
    return HARBOURS_BY_LENGTH[rows] + HARBOURS_BY_LENGTH[columns]


def longest(there: list[bool]) -> int:
    run = most = 0
    for harbour in there:
        run = run + 1 if harbour else 0
        most = max(most, run)
    return most
