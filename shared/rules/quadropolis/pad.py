"""The lines of the score pad, each as reasons: which squares gave which points, and why."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shared.rules.quadropolis.pieces import Building, City, Kind
from shared.rules.quadropolis.tables import (
    BESIDE,
    COLUMN_LINES,
    DISTRICT,
    DISTRICTS,
    HARBOUR_BESIDE_FACTORY,
    HARBOURS,
    PARK,
    ROW_LINES,
    SHOP,
    SHOP_BESIDE_FACTORY,
    TOWER,
)


class Reason(NamedTuple):
    """Points of one line of the pad, the squares they come from, and key and values of the sentence that says why."""

    line: str
    squares: tuple[int, ...]
    points: int
    key: str
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is counted: the active buildings, the customers on each square, and what was left over."""

    city: City
    customers: tuple[int, ...]
    inhabitants_left: int
    energy_left: int

    def each(self, kind: Kind) -> list[tuple[int, Building]]:
        return [(square, building) for square, building in enumerate(self.city) if building and building.kind is kind]

    def beside(self, square: int, kind: Kind) -> int:
        return sum(self.holds(other, kind) for other in BESIDE[square])

    def holds(self, square: int, kind: Kind) -> bool:
        building = self.city[square]
        return building is not None and building.kind is kind


def towers(standing: Standing) -> Iterator[Reason]:
    for square, tower in standing.each(Kind.TOWER):
        yield Reason("towers", (square,), TOWER[tower.floors], "tower_floors", {"floors": tower.floors})


def shops(standing: Standing) -> Iterator[Reason]:
    for square, _ in standing.each(Kind.SHOP):
        customers = standing.customers[square]
        yield Reason("shops", (square,), SHOP[customers], "shop_customers", {"customers": customers})


def services(standing: Standing) -> Iterator[Reason]:
    active = standing.each(Kind.SERVICE)
    if active:
        where = tuple(square for square, _ in active)
        districts = len({DISTRICT[square] for square in where})
        yield Reason("services", where, DISTRICTS[districts], "service_districts", {"districts": districts})
    yield from printed("services", "service_printed", active)


def parks(standing: Standing) -> Iterator[Reason]:
    for square, _ in standing.each(Kind.PARK):
        count = standing.beside(square, Kind.TOWER)
        yield Reason("parks", (square,), PARK[count], "park_beside_towers", {"towers": count})


def factories(standing: Standing) -> Iterator[Reason]:
    for square, _ in standing.each(Kind.FACTORY):
        near = {"shops": standing.beside(square, Kind.SHOP), "harbours": standing.beside(square, Kind.HARBOUR)}
        points = SHOP_BESIDE_FACTORY * near["shops"] + HARBOUR_BESIDE_FACTORY * near["harbours"]
        yield Reason("factories", (square,), points, "factory_beside", near)


def harbours(standing: Standing) -> Iterator[Reason]:
    active = standing.each(Kind.HARBOUR)
    if active:
        where = {square for square, _ in active}
        for key, lines in (("harbour_row", ROW_LINES), ("harbour_column", COLUMN_LINES)):
            run = max((run for line in lines for run in unbroken(line, where)), key=len)
            yield Reason("harbours", run, HARBOURS[len(run)], key, {"length": len(run)})
    yield from printed("harbours", "harbour_printed", active)


def unplaced(standing: Standing) -> Iterator[Reason]:
    """Each park absorbs one energy."""
    if standing.inhabitants_left:
        left = standing.inhabitants_left
        yield Reason("unplaced", (), -left, "inhabitants_left", {"inhabitants": left})
    if standing.energy_left:
        absorbing = tuple(square for square, _ in standing.each(Kind.PARK))
        points = -max(0, standing.energy_left - len(absorbing))
        values = {"energy": standing.energy_left, "parks": len(absorbing)}
        yield Reason("unplaced", absorbing, points, "energy_left", values)


def printed(line: str, key: str, buildings: Sequence[tuple[int, Building]]) -> Iterator[Reason]:
    for square, building in buildings:
        if building.points:
            yield Reason(line, (square,), building.points, key, {"points": building.points})


def unbroken(line: Sequence[int], active: set[int]) -> Iterator[tuple[int, ...]]:
    """The runs of active squares along a line."""
    run: tuple[int, ...] = ()
    for square in line:
        run = (*run, square) if square in active else ()
        yield run


PAD: Mapping[str, Callable[[Standing], Iterator[Reason]]] = {
    "towers": towers,
    "shops": shops,
    "services": services,
    "parks": parks,
    "factories": factories,
    "harbours": harbours,
    "unplaced": unplaced,
}
