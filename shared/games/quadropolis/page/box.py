"""More pieces than the box holds: the parts of a city that can't lie on a real table. They are counted all the same.

The tiles are those of the mode (`tiles.py`). The box holds 65 inhabitants and 50 energy, by the rulebook's list of
components (Days of Wonder, 2016).
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from shared.games.box import Excess, excess
from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.play.tiles import MOST_PRINTED, PARKS, SQUARES, STACKING, TILES, Deck
from shared.marked import marked

SUPPLY: Mapping[str, int] = {"inhabitants": 65, "energy": 50}

NAMES: Mapping[Kind, str] = {
    Kind.TOWER: "floors of towers",
    Kind.SHOP: "shops",
    Kind.SERVICE: "public services",
    Kind.PARK: "parks",
    Kind.SQUARE: "squares",
    Kind.FACTORY: "factories",
    Kind.HARBOUR: "harbours",
    Kind.OFFICE: "floors of offices",
    Kind.MONUMENT: "monuments",
}
HELD: Mapping[str, str] = {
    "floors of towers": marked("more floors of towers than the box holds for this mode: {most}"),
    "shops": marked("more shops than the box holds for this mode: {most}"),
    "public services": marked("more public services than the box holds for this mode: {most}"),
    "parks": marked("more parks than the box holds for this mode: {most}"),
    "squares": marked("more squares than the box holds for this mode: {most}"),
    "factories": marked("more factories than the box holds for this mode: {most}"),
    "harbours": marked("more harbours than the box holds for this mode: {most}"),
    "floors of offices": marked("more floors of offices than the box holds: {most}"),
    "monuments": marked("more monuments than the box holds: {most}"),
    "inhabitants": marked("more inhabitants than the box holds: {most}"),
    "energy": marked("more energy than the box holds: {most}"),
}
BESIDE_SQUARES = marked("more parks than the box holds for this mode beside squares: {most}")
PRINTED: Mapping[Kind, str] = {
    Kind.SERVICE: marked("more public services with a printed {points} than the box holds for this mode: {most}"),
    Kind.HARBOUR: marked("more harbours with a printed {points} than the box holds for this mode: {most}"),
}


def beyond_the_box(mode: str, city: City, inhabitants: int, energy: int) -> list[Excess]:
    """In the order of the pad; inhabitants and energy come last."""
    standing = [building for building in city if building]
    has_squares = any(building.kind is Kind.SQUARE for building in standing)
    decks = SQUARES[mode] if has_squares else PARKS[mode]
    found = [*_kinds(decks, standing, has_squares), *_printed(decks, standing)]
    for piece, count in (("inhabitants", inhabitants), ("energy", energy)):
        found.append(Excess(piece, count, SUPPLY[piece], HELD[piece]))
    return excess(found)


def _kinds(decks: tuple[Deck, ...], standing: list[Building], has_squares: bool) -> Iterator[Excess]:
    most = Counter(TILES[tile].kind for deck in decks for tile in deck)
    counts: Counter[Kind] = Counter()
    for building in standing:
        counts[building.kind] += building.floors if building.kind in STACKING else 1
    for kind, name in NAMES.items():
        template = BESIDE_SQUARES if has_squares and kind is Kind.PARK else HELD[name]
        yield Excess(name, counts[kind], most[kind], template)


def _printed(decks: tuple[Deck, ...], standing: list[Building]) -> Iterator[Excess]:
    """A service that prints 2 is a different tile from one that prints 1."""
    most = Counter((TILES[tile].kind, TILES[tile].points) for deck in decks for tile in deck)
    counts = Counter((building.kind, building.points) for building in standing)
    for kind, template in PRINTED.items():
        for points in range(MOST_PRINTED[kind] + 1):
            at = kind, points
            yield Excess(f"{NAMES[kind]} with a printed {points}", counts[at], most[at], template, {"points": points})
