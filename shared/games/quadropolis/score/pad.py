"""The lines of the score pad, each as reasons: which squares gave which points, and why."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from shared.games.quadropolis.play.pieces import Building, Kind
from shared.games.quadropolis.score.standing import Reason, Standing, inactive
from shared.games.quadropolis.score.tables import DISTRICTS, FACTORY, HARBOURS, MONUMENT, PARK, SHOP, TOWER, office

PLURAL: Mapping[Kind, str] = {
    Kind.SHOP: "shops",
    Kind.SERVICE: "services",
    Kind.PARK: "parks",
    Kind.SQUARE: "squares",
    Kind.FACTORY: "factories",
    Kind.HARBOUR: "harbours",
    Kind.OFFICE: "offices",
}
"""What the values of reasons call the neighbours."""


def towers(standing: Standing) -> Iterator[Reason]:
    for square, tower in standing.each(Kind.TOWER):
        yield Reason("towers", (square,), TOWER[tower.floors], "tower_floors", {"floors": tower.floors})
    yield from inactive("towers", Kind.TOWER, standing)


def shops(standing: Standing) -> Iterator[Reason]:
    for square, _ in standing.each(Kind.SHOP):
        customers = standing.customers[square]
        yield Reason("shops", (square,), SHOP[customers], "shop_customers", {"customers": customers})
    yield from inactive("shops", Kind.SHOP, standing)


def services(standing: Standing) -> Iterator[Reason]:
    active = standing.each(Kind.SERVICE)
    if active:
        where = tuple(square for square, _ in active)
        districts = len({standing.plan.districts[square] for square in where})
        yield Reason("services", where, DISTRICTS[districts], "service_districts", {"districts": districts})
    yield from printed("services", "service_printed", active)
    yield from inactive("services", Kind.SERVICE, standing)


def parks(standing: Standing) -> Iterator[Reason]:
    """Squares score as parks do."""
    for kind, key in ((Kind.PARK, "park_beside_towers"), (Kind.SQUARE, "square_beside_towers")):
        for square, _ in standing.each(kind):
            near = {"towers": standing.beside(square, Kind.TOWER), "offices": standing.beside(square, Kind.OFFICE)}
            yield Reason("parks", (square,), PARK[sum(near.values())], key, near)


def factories(standing: Standing) -> Iterator[Reason]:
    yield from by_neighbours("factories", Kind.FACTORY, "factory_beside", FACTORY, standing)
    yield from inactive("factories", Kind.FACTORY, standing)


def harbours(standing: Standing) -> Iterator[Reason]:
    active = standing.each(Kind.HARBOUR)
    if active:
        where = {square for square, _ in active}
        for key, lines in (("harbour_row", standing.plan.rows), ("harbour_column", standing.plan.columns)):
            run = max((run for line in lines for run in unbroken(line, where)), key=len)
            yield Reason("harbours", run, HARBOURS[len(run)], key, {"length": len(run)})
    yield from printed("harbours", "harbour_printed", active)
    yield from inactive("harbours", Kind.HARBOUR, standing)


def offices(standing: Standing) -> Iterator[Reason]:
    """Every stack scores by the size of its group."""
    for square, stack in standing.each(Kind.OFFICE):
        values = {"floors": stack.floors, "group": len(standing.group(square))}
        yield Reason("offices", (square,), office(values["group"], stack.floors), "office_group", values)
    yield from inactive("offices", Kind.OFFICE, standing)


def monuments(standing: Standing) -> Iterator[Reason]:
    return by_neighbours("monuments", Kind.MONUMENT, "monument_beside", MONUMENT, standing)


def unplaced(standing: Standing) -> Iterator[Reason]:
    """Each park absorbs one energy; squares absorb none."""
    if standing.inhabitants_left:
        left = standing.inhabitants_left
        yield Reason("unplaced", (), -left, "inhabitants_left", {"inhabitants": left})
    if standing.energy_left:
        absorbing = tuple(square for square, _ in standing.each(Kind.PARK))
        points = -max(0, standing.energy_left - len(absorbing))
        values = {"energy": standing.energy_left, "parks": len(absorbing)}
        yield Reason("unplaced", absorbing, points, "energy_left", values)


def by_neighbours(line: str, kind: Kind, key: str, table: Mapping[Kind, int], standing: Standing) -> Iterator[Reason]:
    for square, _ in standing.each(kind):
        near = {other: standing.beside(square, other) for other in table}
        points = sum(table[other] * count for other, count in near.items())
        yield Reason(line, (square,), points, key, {PLURAL[other]: count for other, count in near.items()})


def printed(line: str, key: str, buildings: Sequence[tuple[int, Building]]) -> Iterator[Reason]:
    for square, building in buildings:
        if building.points:
            yield Reason(line, (square,), building.points, key, {"points": building.points})


def unbroken(line: Sequence[int], active: set[int]) -> Iterator[tuple[int, ...]]:
    """For each square of a line, the run of active squares that ends there."""
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
    "offices": offices,
    "monuments": monuments,
    "unplaced": unplaced,
}
