"""The building tiles of Quadropolis, by François Gandon, published by Days of Wonder (2016), as `tiles.csv` lists them.

Facts only. `set` says in which mode a tile is used, `players` from how many players on it lies face up, and `status`
whether one field of the row is a best guess (`reconstructed`). Classic matches depend on no guess.
"""

import csv
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from shared.games.quadropolis.play.pieces import Building, City, Kind

SETS: Mapping[str, tuple[str, ...]] = {"classic": ("both", "classic"), "expert": ("both", "expert")}  # by mode
STACKING = (Kind.TOWER, Kind.OFFICE)
FLAT = -1  # instead of a kind that stacks


Deck = tuple[int, ...]
"""The numbers of a round's 25 tiles, in the order of the list."""


class Tile(NamedTuple):
    """`inhabitants` and `energy` are received when it is placed, `points` are printed, `mayor` is the mayor's sign.

    `number` is printed on the five parks that squares can replace.
    """

    id: str
    kind: Kind
    inhabitants: int
    energy: int
    points: int
    mayor: bool
    players: int
    set: str
    round: int
    number: str


def decks(mode: str, with_squares: bool) -> tuple[Deck, ...]:
    """By round, from 1; 0 is empty."""
    return SQUARES[mode] if with_squares else PARKS[mode]


def city_of(squares: tuple[tuple[int, ...], ...]) -> City:
    """What the score pad sees of the tiles on each square, listed by their numbers from the ground up."""
    return tuple(BUILDINGS[pile[0]][len(pile)] if pile else None for pile in squares)


def _read() -> tuple[Tile, ...]:
    text = files(__package__).joinpath("tiles.csv").read_text(encoding="ascii")
    return tuple(_tile(row) for row in csv.DictReader(text.splitlines()))


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
        number=row["number"],
    )


def _square(park: Tile) -> Tile:
    """What replaces a park: it brings an inhabitant, and has the park's set, round and number of players."""
    return park._replace(id=park.id.replace("PAR", "SQU"), kind=Kind.SQUARE, inhabitants=1, number="")


def _rounds(sets: tuple[str, ...]) -> tuple[Deck, ...]:
    last = max(tile.round for tile in LISTED if tile.set in sets)
    return tuple(
        tuple(number for number, tile in enumerate(LISTED) if tile.round == round_ and tile.set in sets)
        for round_ in range(last + 1)
    )


def _with_squares(decks: tuple[Deck, ...]) -> tuple[Deck, ...]:
    return tuple(tuple(REPLACED.get(number, number) for number in deck) for deck in decks)


def _kinds(decks: tuple[Deck, ...]) -> tuple[Kind, ...]:
    used = {TILES[tile].kind for deck in decks for tile in deck}
    return tuple(kind for kind in Kind if kind in used)


LISTED = _read()
NUMBERED = tuple(at for at, tile in enumerate(LISTED) if tile.number)

TILES = (*LISTED, *(_square(LISTED[at]) for at in NUMBERED))
"""All tiles, the squares last. In states a tile is its number, the index in this table."""

REPLACED: Mapping[int, int] = {park: square for square, park in enumerate(NUMBERED, len(LISTED))}
"""The parks that squares replace, if those are played with."""

NUMBER: Mapping[str, int] = {tile.id: number for number, tile in enumerate(TILES)}

PARKS: Mapping[str, tuple[Deck, ...]] = {mode: _rounds(sets) for mode, sets in SETS.items()}
SQUARES: Mapping[str, tuple[Deck, ...]] = {mode: _with_squares(decks) for mode, decks in PARKS.items()}
"""By mode and round (from 1; 0 is empty): the decks without and with squares."""

KINDS: Mapping[str, tuple[Kind, ...]] = {mode: _kinds((*PARKS[mode], *SQUARES[mode])) for mode in SETS}
"""By mode: what can stand in its cities."""

MOST_PRINTED: Mapping[Kind, int] = {kind: max(tile.points for tile in TILES if tile.kind is kind) for kind in Kind}
"""By kind: the most points that are printed on a tile."""

PILE = tuple(STACKING.index(tile.kind) if tile.kind in STACKING else FLAT for tile in TILES)
"""By tile: the index in `STACKING` of the kind that it may be stacked on, or FLAT."""

BUILDINGS = tuple(tuple(Building(tile.kind, floors, tile.points) for floors in range(6)) for tile in TILES)
"""By tile and floors: what stands on a square whose ground floor it is."""
