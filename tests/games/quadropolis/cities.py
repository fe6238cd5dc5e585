"""Cities for tests: drawn as text, made at random, and counted by brute force."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import groupby, product
from typing import NamedTuple

from shared.games.quadropolis.play.pieces import Building, City, Kind

LETTERS = {
    "T": Kind.TOWER,
    "S": Kind.SHOP,
    "V": Kind.SERVICE,
    "P": Kind.PARK,
    "Q": Kind.SQUARE,
    "F": Kind.FACTORY,
    "H": Kind.HARBOUR,
    "O": Kind.OFFICE,
    "M": Kind.MONUMENT,
}
SQUARES = {"classic": 16, "expert": 20}
DRAWN = {"classic": "TTTSSVVPPPQFFHHH", "expert": "TTTSSVVPPQFFHHHOOOM"}
FREE = {Kind.PARK, Kind.SQUARE, Kind.MONUMENT}
Best = tuple[int, int, int, tuple[bool, ...]]


def draw(*rows: str, mode: str = "classic") -> City:
    """One word a square: a letter and, where it has them, floors or printed points; a dot is an empty square."""
    city = tuple(building(word) for row in rows for word in row.split())
    return city + (None,) * (SQUARES[mode] - len(city))


def building(word: str) -> Building | None:
    if word == ".":
        return None
    kind, count = LETTERS[word[0]], int(word[1:] or 0)
    return Building(kind, floors=count or 1) if kind in (Kind.TOWER, Kind.OFFICE) else Building(kind, points=count)


def random_city(seed: int, buildings: int, mode: str = "classic") -> City:
    return city_by(random.Random(seed), buildings, mode)


def city_by(chance: random.Random, buildings: int, mode: str) -> City:
    words = [random_word(chance, mode) for _ in range(buildings)] + ["."] * (SQUARES[mode] - buildings)
    chance.shuffle(words)
    return draw(" ".join(words), mode=mode)


def random_word(chance: random.Random, mode: str = "classic") -> str:
    letter = chance.choice(DRAWN[mode])
    floors = "1234" if mode == "classic" else "11122345"
    numbers = {"T": floors, "O": floors, "V": "0012", "H": "0012"}
    return letter + chance.choice(numbers.get(letter, ["0"]))


class Wants(NamedTuple):
    """What all buildings of a city together can use: inhabitants to be active, as customers, and energy."""

    staff: int
    customers: int
    energy: int


def wants(city: City, mode: str) -> Wants:
    kinds = [building.kind for building in city if building]
    return Wants(
        staff=sum(kind in ("service", "factory", "harbour", "office") for kind in kinds),
        customers={"classic": 4, "expert": 5}[mode] * kinds.count(Kind.SHOP),
        energy=sum(kind in ("tower", "shop", "office") for kind in kinds),
    )


def best_of_all(city: City, inhabitants: int, energy: int) -> Best:
    """Every set of active buildings with every crowd of customers: points, placed, minus empty squares, which set."""
    switched = [(True,) if b is None or b.kind in FREE else (True, False) for b in city]
    found = []
    for active in product(*switched):
        standing = [b if on else None for b, on in zip(city, active, strict=True)]
        left = inhabitants - wants(tuple(standing), "classic").staff
        power = energy - wants(tuple(standing), "classic").energy
        if left >= 0 and power >= 0:
            shops = [b for b in standing if b is not None and b.kind == "shop"]
            points, served = best_customers(4 if len(city) == 16 else 5, len(shops), left)
            total = points_of(standing) + points - max(0, power - parks_in(standing))
            found.append((total, inhabitants - left + served, -standing.count(None), active))
    return max(found)


def parks_in(standing: list[Building | None]) -> int:
    return sum(b is not None and b.kind == "park" for b in standing)


@cache
def best_customers(most: int, shops: int, inhabitants: int) -> tuple[int, int]:
    crowds = [crowd for crowd in product(range(most + 1), repeat=shops) if sum(crowd) <= inhabitants]
    points = {0: 0, 1: 1, 2: 2, 3: 4, 4: 7, 5: 11}
    return max((sum(points[n] for n in crowd) - inhabitants + sum(crowd), sum(crowd)) for crowd in crowds)


def points_of(standing: list[Building | None]) -> int:
    """All lines but customers and leftovers."""
    total, districts, width = 0, set(), len(standing) // 4
    kinds = [b.kind if b else "" for b in standing]
    for square, b in enumerate(standing):
        if b is None:
            continue
        row, column = divmod(square, width)
        near = [kinds[r * width + c] for r, c in neighbours(row, column, width)]
        total += b.points
        if b.kind == "tower":
            total += b.floors * (b.floors + 1) // 2
        elif b.kind in ("park", "square"):
            total += [0, 2, 4, 7, 11][near.count(Kind.TOWER) + near.count(Kind.OFFICE)]
        elif b.kind == "factory":
            total += 2 * near.count(Kind.SHOP) + 3 * near.count(Kind.HARBOUR) + 4 * near.count(Kind.OFFICE)
        elif b.kind == "service":
            districts.add(district(row, column, width))
        elif b.kind == "monument":
            gains = {"factory": -5, "harbour": -5, "service": 2, "shop": 3, "park": 5, "square": 5}
            total += sum(gains.get(kind, 0) for kind in near)
        elif b.kind == "office":
            total += OFFICES[min(len(group(kinds, {square}, width)), 5)][b.floors]
    rows = max(longest(kinds[row * width : row * width + width]) for row in range(4))
    columns = max(longest(kinds[column::width]) for column in range(width))
    return total + [0, 2, 5, 9, 14, 20][len(districts)] + [0, 0, 3, 7, 12, 18][rows] + [0, 0, 3, 7, 12, 18][columns]


OFFICES = {
    1: [0, 0, 1, 3, 6, 10],
    2: [0, 1, 3, 6, 10, 15],
    3: [0, 2, 5, 9, 14, 20],
    4: [0, 3, 7, 12, 18, 25],
    5: [0, 4, 9, 15, 22, 30],
}


def group(kinds: list[str], found: set[int], width: int) -> set[int]:
    """These offices and all that can be reached from them."""
    near = {r * width + c for square in found for r, c in neighbours(*divmod(square, width), width)}
    more = found | {square for square in near if kinds[square] == "office"}
    return found if more == found else group(kinds, more, width)


def district(row: int, column: int, width: int) -> tuple[bool, int]:
    """In expert mode the middle column is one district, in all rows."""
    return (False, 1) if (width, column) == (5, 2) else (row > 1, 2 * (column >= width / 2))


def neighbours(row: int, column: int, width: int) -> Iterator[tuple[int, int]]:
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if r in range(4) and c in range(width):
            yield r, c


def longest(kinds: list[str]) -> int:
    return max((len(list(run)) for kind, run in groupby(kinds) if kind == "harbour"), default=0)
