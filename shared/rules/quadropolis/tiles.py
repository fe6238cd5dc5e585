"""The building tiles of Quadropolis, by François Gandon, published by Days of Wonder (2016), as `tiles.csv` lists them.

Facts only. `set` says in which mode a tile is used, `players` from how many players on it lies face up, and `status`
whether one field of the row is a best guess (`reconstructed`); classic matches depend on no guess.
"""

import csv
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from shared.rules.quadropolis.pieces import Building, City, Kind

SETS: Mapping[str, tuple[str, ...]] = {"classic": ("both", "classic")}  # by mode
STACKING = (Kind.TOWER,)


class Tile(NamedTuple):
    """`inhabitants` and `energy` are given when it is placed, `points` are printed, `mayor` is the mayor's sign."""

    id: str
    kind: Kind
    inhabitants: int
    energy: int
    points: int
    mayor: bool
    players: int
    set: str
    round: int


def city_of(squares: tuple[tuple[int, ...], ...]) -> City:
    """What the score pad sees of the tiles on each square, listed by their numbers from the ground up."""
    return tuple(BUILDINGS[pile[0]][len(pile)] if pile else None for pile in squares)


def _read() -> tuple[Tile, ...]:
    text = files(__package__).joinpath("tiles.csv").read_text(encoding="ascii")
    used = {name for names in SETS.values() for name in names}
    return tuple(_tile(row) for row in csv.DictReader(text.splitlines()) if row["set"] in used)


def _tile(row: Mapping[str, str]) -> Tile:
    return Tile(
        id=row["id"],
        kind=Kind(row["kind"]),
        inhabitants=int(row["inhabitants"]),
        energy=int(row["energy"]),
        points=int(row["points"]),
        mayor=row["mayor"] == "yes",
        players=int(row["players"]),
        set=row["set"],
        round=int(row["round"]),
    )


def _rounds(sets: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    last = max(tile.round for tile in TILES if tile.set in sets)
    return tuple(
        tuple(number for number, tile in enumerate(TILES) if tile.round == round_ and tile.set in sets)
        for round_ in range(last + 1)
    )


TILES = _read()
"""All tiles that some mode uses; inside states a tile is its number, the place in this table."""

NUMBER: Mapping[str, int] = {tile.id: number for number, tile in enumerate(TILES)}

ROUNDS: Mapping[str, tuple[tuple[int, ...], ...]] = {mode: _rounds(sets) for mode, sets in SETS.items()}
"""By mode and round (from 1; 0 is empty): the numbers of the round's 25 tiles in the order of the list."""

STACKS = tuple(tile.kind in STACKING for tile in TILES)
"""By tile: whether it may stand on its own kind."""

BUILDINGS = tuple(tuple(Building(tile.kind, floors, tile.points) for floors in range(6)) for tile in TILES)
"""By tile and floors: what stands on a square whose ground floor it is."""
