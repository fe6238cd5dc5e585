"""The rules of the score as a mixed-integer program: the HiGHS solver finds the best allocation without knowing ours.

Every line of the pad is written as "so much more for the first, the second, the third …"; a variable of 1 claims one of
these gains, and rows say what each claim needs. One objective holds the three tie-breaks.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from shared.games.quadropolis.play.pieces import City
from tests.games.quadropolis.program import Program

WIDTH = {"classic": 4, "expert": 5}
DISTRICTS = {"classic": "1122112233443344", "expert": "11422114225543355433"}
CUSTOMERS = {"classic": 4, "expert": 5}
SHOP_GAINS = 1, 1, 2, 3, 4
DISTRICT_GAINS = 2, 3, 4, 5, 6
PARK_GAINS = 2, 2, 3, 4
LINE_POINTS = {2: 3, 3: 7, 4: 12, 5: 18}
OFFICE_POINTS = [0, 1, 3, 6, 10], [1, 3, 6, 10, 15], [2, 5, 9, 14, 20], [3, 7, 12, 18, 25], [4, 9, 15, 22, 30]
FACTORY_POINTS = {"shop": 2, "harbour": 3, "office": 4}
MONUMENT_POINTS = {"factory": -5, "harbour": -5, "service": 2, "shop": 3, "park": 5, "square": 5}
STAFFED = "service", "factory", "harbour", "office"
POWERED = "tower", "shop", "office"
POINT, PLACED, ACTIVE = 1 << 12, 1 << 5, 1  # at most 20 buildings, and 110 inhabitants placed


class Best(NamedTuple):
    total: int
    placed: int
    empty: int


def best(mode: str, city: City, inhabitants: int, energy: int) -> Best:
    """What the best allocation counts, by the solver."""
    value = Allocating(mode, city, inhabitants, energy).value()
    points, rest = divmod(value, POINT)
    placed, active = divmod(rest, PLACED)
    return Best(points - inhabitants, placed, len(city) - active)  # each one placed was a point not lost


class Allocating:
    """`on` by square: the variable that is 1 if the building there is active."""

    def __init__(self, mode: str, city: City, inhabitants: int, energy: int) -> None:
        self.mode, self.city, self.width, self.program = mode, city, WIDTH[mode], Program()
        self.on = {square: self.program.claim(ACTIVE) for square, building in enumerate(city) if building}
        self.customers = [self.shop(square) for square in self.of("shop")]
        self.needs(inhabitants, energy)
        self.parts()
        self.services()
        self.lines()
        self.offices()

    def value(self) -> int:
        return round(self.program.maximum())

    def of(self, *kinds: str) -> list[int]:
        return [square for square, building in enumerate(self.city) if building and building.kind in kinds]

    def near(self, square: int, *kinds: str) -> list[int]:
        row, column = divmod(square, self.width)
        sides = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
        inside = {r * self.width + c for r, c in sides if 0 <= r < 4 and 0 <= c < self.width}
        return [other for other in self.of(*kinds) if other in inside]

    def shop(self, square: int) -> list[int]:
        """A claim for each customer that it has room for, one after the other."""
        claims = [self.program.claim((gain + 1) * POINT + PLACED) for gain in SHOP_GAINS[: CUSTOMERS[self.mode]]]
        for before, after in pairwise([self.on[square], *claims]):
            self.program.needs(after, [before])
        return claims

    def needs(self, inhabitants: int, energy: int) -> None:
        for square in self.of(*STAFFED):
            self.program.add(self.on[square], POINT + PLACED)
        for square in self.of("park", "square", "monument"):
            self.program.row([(self.on[square], 1)], 1, 1)
        staffed = [self.on[square] for square in self.of(*STAFFED)]
        served = [claim for claims in self.customers for claim in claims]
        self.program.row([(each, 1) for each in (*staffed, *served)], 0, inhabitants)
        powered = [(self.on[square], 1) for square in self.of(*POWERED)]
        absorbed = self.program.number(0, 0, len(self.of("park")))
        lost = self.program.number(-POINT, 0, energy)
        self.program.row([*powered, (absorbed, 1), (lost, 1)], energy, energy)

    def parts(self) -> None:
        """What is counted building by building, or neighbour by neighbour."""
        for square, on in self.on.items():
            building = self.city[square]
            assert building
            height = building.floors if building.kind == "tower" else 0
            monuments = len(self.near(square, "monument"))
            points = building.points + height * (height + 1) // 2 + monuments * MONUMENT_POINTS.get(building.kind, 0)
            self.program.add(on, points * POINT)
        for factory in self.of("factory"):
            for kind, points in FACTORY_POINTS.items():
                for other in self.near(factory, kind):
                    pair = self.program.claim(points * POINT)
                    self.program.needs(pair, [self.on[factory]])
                    self.program.needs(pair, [self.on[other]])
        for park in self.of("park", "square"):
            self.steps(PARK_GAINS, [self.on[at] for at in self.near(park, "tower", "office")])

    def services(self) -> None:
        there = []
        for district in sorted(set(DISTRICTS[self.mode])):
            services = [square for square in self.of("service") if DISTRICTS[self.mode][square] == district]
            there.append(self.program.claim(0))
            self.program.needs(there[-1], [self.on[square] for square in services])
        self.steps(DISTRICT_GAINS, there)

    def lines(self) -> None:
        """One unbroken row and one unbroken column at most."""
        width, size = self.width, len(self.city)
        rows = [list(range(start, start + width)) for start in range(0, size, width)]
        columns = [list(range(start, size, width)) for start in range(width)]
        harbours = set(self.of("harbour"))
        for lines in (rows, columns):
            chosen = []
            for part in parts(lines):
                if harbours.issuperset(part):
                    chosen.append(self.program.claim(LINE_POINTS[len(part)] * POINT))
                    for square in part:
                        self.program.needs(chosen[-1], [self.on[square]])
            self.program.row([(each, 1) for each in chosen], 0, 1)

    def offices(self) -> None:
        """The second to fifth row of the table are claimed by sets of so many connected offices that are all active."""
        shapes = {frozenset([square]) for square in self.of("office")}
        claimed = dict(self.on)
        for size, (lower, row) in enumerate(pairwise([[0] * 5, *OFFICE_POINTS]), 1):
            standing = {}
            for shape in shapes if size > 1 else ():
                standing[shape] = self.program.claim(0)
                for square in shape:
                    self.program.needs(standing[shape], [self.on[square]])
            for square in self.of("office"):
                building = self.city[square]
                assert building
                gain = (row[building.floors - 1] - lower[building.floors - 1]) * POINT
                if size == 1:
                    self.program.add(self.on[square], gain)
                    continue
                step = self.program.claim(gain)
                self.program.needs(step, [claimed[square]])
                self.program.needs(step, [standing[shape] for shape in shapes if square in shape])
                claimed[square] = step
            shapes = {shape | {other} for shape in shapes for at in shape for other in self.near(at, "office")}
            shapes = {shape for shape in shapes if len(shape) == size + 1}

    def steps(self, gains: Iterable[int], reached: list[int]) -> None:
        """The first gain for one that is reached, the second for two …; later gains are no smaller."""
        claims = [self.program.claim(gain * POINT) for gain in gains]
        for before, after in pairwise(claims):
            self.program.needs(after, [before])
        self.program.row([*((claim, 1) for claim in claims), *((each, -1) for each in reached)], -len(reached), 0)


def parts(lines: list[list[int]]) -> Iterator[list[int]]:
    for line in lines:
        for start in range(len(line)):
            for end in range(start + 2, len(line) + 1):
                yield line[start:end]
