"""Cities for tests: drawn as text, at random, and counted without any cleverness."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import groupby, product

from shared.rules.quadropolis.pieces import Building, City, Kind

LETTERS = {"T": Kind.TOWER, "S": Kind.SHOP, "V": Kind.SERVICE, "P": Kind.PARK, "F": Kind.FACTORY, "H": Kind.HARBOUR}
Best = tuple[int, int, int, tuple[bool, ...]]


def draw(*rows: str) -> City:
    """One word a square: a letter and, where it has them, floors or printed points; a dot is an empty square."""
    city = tuple(building(word) for row in rows for word in row.split())
    return city + (None,) * (16 - len(city))


def building(word: str) -> Building | None:
    if word == ".":
        return None
    kind, count = LETTERS[word[0]], int(word[1:] or 0)
    return Building(kind, floors=count or 1) if kind is Kind.TOWER else Building(kind, points=count)


def random_city(seed: int, buildings: int) -> City:
    chance = random.Random(seed)
    words = [random_word(chance) for _ in range(buildings)] + ["."] * (16 - buildings)
    chance.shuffle(words)
    return draw(" ".join(words))


def random_word(chance: random.Random) -> str:
    letter = chance.choice("TTTSSVVPPPFFHHH")
    numbers = {"T": "1234", "V": "0012", "H": "0012"}
    return letter + chance.choice(numbers.get(letter, ["0"]))


def best_of_all(city: City, inhabitants: int, energy: int) -> Best:
    """Every set of active buildings with every crowd of customers: points, placed, minus empty squares, which set."""
    switched = [(True,) if b is None or b.kind is Kind.PARK else (True, False) for b in city]
    found = []
    for active in product(*switched):
        standing = [b if on else None for b, on in zip(city, active, strict=True)]
        left = inhabitants - sum(b is not None and b.kind in ("service", "factory", "harbour") for b in standing)
        power = energy - sum(b is not None and b.kind in ("tower", "shop") for b in standing)
        if left >= 0 and power >= 0:
            shops = [b for b in standing if b is not None and b.kind == "shop"]
            points, served = best_customers(len(shops), left)
            total = points_of(standing) + points - max(0, power - parks_in(standing))
            found.append((total, inhabitants - left + served, -standing.count(None), active))
    return max(found)


def parks_in(standing: list[Building | None]) -> int:
    return sum(b is not None and b.kind == "park" for b in standing)


@cache
def best_customers(shops: int, inhabitants: int) -> tuple[int, int]:
    crowds = [crowd for crowd in product(range(5), repeat=shops) if sum(crowd) <= inhabitants]
    points = {0: 0, 1: 1, 2: 2, 3: 4, 4: 7}
    return max((sum(points[n] for n in crowd) - inhabitants + sum(crowd), sum(crowd)) for crowd in crowds)


def points_of(standing: list[Building | None]) -> int:
    """All lines but customers and left-overs."""
    total, districts = 0, set()
    kinds = [b.kind if b else "" for b in standing]
    for square, b in enumerate(standing):
        if b is None:
            continue
        row, column = divmod(square, 4)
        near = [kinds[r * 4 + c] for r, c in neighbours(row, column)]
        total += b.points
        if b.kind == "tower":
            total += b.floors * (b.floors + 1) // 2
        elif b.kind == "park":
            total += [0, 2, 4, 7, 11][near.count(Kind.TOWER)]
        elif b.kind == "factory":
            total += 2 * near.count(Kind.SHOP) + 3 * near.count(Kind.HARBOUR)
        elif b.kind == "service":
            districts.add((row > 1, column > 1))
    rows = max(longest(kinds[row * 4 : row * 4 + 4]) for row in range(4))
    columns = max(longest(kinds[column::4]) for column in range(4))
    return total + [0, 2, 5, 9, 14][len(districts)] + [0, 0, 3, 7, 12][rows] + [0, 0, 3, 7, 12][columns]


def neighbours(row: int, column: int) -> Iterator[tuple[int, int]]:
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if r in range(4) and c in range(4):
            yield r, c


def longest(kinds: list[str]) -> int:
    return max((len(list(run)) for kind, run in groupby(kinds) if kind == "harbour"), default=0)
