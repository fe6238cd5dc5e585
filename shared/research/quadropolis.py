"""Quadropolis in numbers: the same actions and observations in both modes, for any number of seats."""

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import itemgetter

import numpy as np

from shared.errors import IllegalMove
from shared.games.grid import Cell, in_rows
from shared.games.quadropolis.play.board import (
    BOARDS,
    EXPERT,
    REACH,
    SITE_LINES,
    SITE_SQUARES,
    SLOT_NUMBER,
    SLOTS,
    CityBoard,
)
from shared.games.quadropolis.play.legal import LIES, PILES, Ground, ground_of
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.pieces import Building, Kind
from shared.games.quadropolis.play.state import NOBODY, State, to_move
from shared.games.quadropolis.play.tiles import BUILDINGS, TILES, Tile
from shared.research.arrays import Coding, Layout, Part, Small, joined, one_of, padded

MOST_SEATS = 4
ARCHITECTS = len(EXPERT.architects)
ROWS, COLUMNS = EXPERT.rows, EXPERT.columns  # a classic city leaves the last column empty
SITES = ROWS * COLUMNS + 1  # where a tile may go: the squares row by row, and away
AWAY = SITES - 1
ACTIONS = ARCHITECTS * len(SLOTS) * SITES

KINDS = tuple(Kind)
TILE = (*KINDS, "inhabitants", "energy", "points", "mayor", "face down")
BUILDING = (*KINDS, "floors", "points")
MOST_SUPPLIES = 127  # far more than all tiles of a match bring

LAYOUT = Layout(
    Part("site", (SITE_LINES, SITE_LINES, len(TILE)), 3),
    Part("urbanist", (SITE_LINES, SITE_LINES)),
    Part("free_slots", (len(SLOTS),)),
    Part("architects", (MOST_SEATS, ARCHITECTS), MOST_SEATS),
    Part("cities", (MOST_SEATS, ROWS, COLUMNS, len(BUILDING)), EXPERT.floors),
    Part("inhabitants", (MOST_SEATS,), MOST_SUPPLIES),
    Part("energy", (MOST_SEATS,), MOST_SUPPLIES),
    Part("seats", (MOST_SEATS,)),
    Part("mayor", (MOST_SEATS,)),
    Part("starts", (MOST_SEATS,)),
    Part("moves", (MOST_SEATS,)),
    Part("round", (EXPERT.rounds,)),
    Part("turns_left", (1,), MOST_SEATS * EXPERT.turns),
    Part("expert", (1,)),
    Part("with_squares", (1,)),
)


def action(view: State, seat: int, move: TakeTile) -> int:
    place = AWAY if move.target is None else move.target.row * COLUMNS + move.target.column
    return ((move.architect - 1) * len(SLOTS) + SLOT_NUMBER[move.slot]) * SITES + place


def move(view: State, seat: int, action: int) -> TakeTile:
    if not 0 <= action < ACTIONS:
        raise IllegalMove("there is no action {action}", action=action)
    return _move(int(action))


@cache
def _move(action: int) -> TakeTile:
    line, place = divmod(action, SITES)
    architect, slot = divmod(line, len(SLOTS))
    target = None if place == AWAY else Cell(*divmod(place, COLUMNS))
    return TakeTile(architect=architect + 1, slot=SLOTS[slot], target=target)


def mask(view: State, seat: int) -> Small:
    """By architect, slot and place, from the tables that the legal list is made of (`play/legal.py`)."""
    if to_move(view) != (seat,):
        return np.zeros(ACTIONS, np.int8)
    holding, lies = view.holdings[seat], [LIES[tile] for tile in view.site]
    grounds = [ground_of(holding, pile) for pile in PILES[view.mode]]
    parts: list[bytes] = []
    for number, left in enumerate(padded(view.pool(seat)[1:], ARCHITECTS), 1):
        if left:
            ways = _ways(BOARDS[view.mode], holding.empty, grounds, number)
            seen = zip(SEEN[number - 1](lies), _slots(view.free_slots), strict=True)
            parts += [ways[way] if is_free else NO_PLACES for way, is_free in seen]
        else:
            parts.append(NO_SLOTS)
    return joined(parts)


def _ways(board: CityBoard, empty: int, grounds: Sequence[Ground], architect: int) -> list[bytes]:
    """Where the architect may place a tile, by how it may be placed."""
    own, columns = board.own[architect], board.columns
    on_stacks = [_places(columns, squares & own | stacks[architect - 1]) for squares, stacks in grounds]
    return [_places(columns, empty & own), ONLY_AWAY, *on_stacks]


@lru_cache(maxsize=1 << 14)
def _places(columns: int, squares: int) -> bytes:
    """By place: 1 for each of these squares, and for away."""
    rows = in_rows([squares >> square & 1 for square in range(ROWS * columns)], columns)
    return b"".join([padded(row, COLUMNS) for row in rows]) + b"\1"


def observed(view: State, seat: int) -> Small:
    """Part by part, as `LAYOUT` lists them."""
    seats, board = len(view.holdings), BOARDS[view.mode]
    order = [(seat + step) % seats for step in range(seats)]  # clockwise, from the one that looks
    holdings = [view.holdings[other] for other in order]
    parts = [TILE_BYTES[tile] for tile in view.site]
    parts += [URBANIST[view.urbanist], _slots(view.free_slots)]
    parts += [padded(view.pool(other)[1:], ARCHITECTS) for other in order]
    parts += [NO_ARCHITECTS] * (MOST_SEATS - seats)
    parts += [_city(board.columns, holding.squares) for holding in holdings]
    parts += [NO_CITY] * (MOST_SEATS - seats)
    parts += [padded([holding.inhabitants for holding in holdings], MOST_SEATS)]
    parts += [padded([holding.energy for holding in holdings], MOST_SEATS)]
    parts += [padded([1] * seats, MOST_SEATS)]
    for whose in (view.mayor, view.starts, next(iter(to_move(view)), NOBODY)):
        parts.append(SEAT[NOBODY if whose == NOBODY else (whose - seat) % seats])
    parts += [ROUND[view.round - 1], bytes([view.turns_left, board is EXPERT, view.with_squares])]
    return joined(parts)


def _slots(free: int) -> bytes:
    return HALVES[free & HALF] + HALVES[free >> HALF.bit_length()]


@lru_cache(maxsize=1 << 12)
def _city(columns: int, squares: tuple[tuple[int, ...], ...]) -> bytes:
    standing = [BUILDING_BYTES[pile[0]][len(pile)] if pile else NO_BUILDING for pile in squares]
    gap = NO_BUILDING * (COLUMNS - columns)
    return gap.join([b"".join(row) for row in in_rows(standing, columns)]) + gap


def _tile(tile: Tile) -> bytes:
    return KIND[KINDS.index(tile.kind)] + bytes([tile.inhabitants, tile.energy, tile.points, tile.mayor, False])


def _building(building: Building) -> bytes:
    return KIND[KINDS.index(building.kind)] + bytes([building.floors, building.points])


KIND, URBANIST, SEAT, ROUND = (one_of(count) for count in (len(KINDS), SITE_SQUARES, MOST_SEATS, EXPERT.rounds))
HALF = (1 << len(SLOTS) // 2) - 1
HALVES = [bytes(slots >> each & 1 for each in range(HALF.bit_length())) for slots in range(HALF + 1)]
"""By half of the slots as a bit set: 1 at each of these."""

SEEN = [itemgetter(*[line[index] for line in REACH]) for index in range(ARCHITECTS)]
"""By the index of what an architect takes in a line: from what lies on the site to what he sees from each slot."""
NO_PLACES, ONLY_AWAY = bytes(SITES), bytes(SITES - 1) + b"\1"
NO_SLOTS = NO_PLACES * len(SLOTS)

NO_BUILDING = bytes(len(BUILDING))
NO_CITY = NO_BUILDING * ROWS * COLUMNS
NO_ARCHITECTS = bytes(ARCHITECTS)
FACE_DOWN, NO_TILE = bytes(len(TILE) - 1) + b"\1", bytes(len(TILE))

TILE_BYTES = [*map(_tile, TILES), FACE_DOWN, NO_TILE]
"""By what lies on a square of the site: DOWN and EMPTY are negative, and find the last two."""

BUILDING_BYTES = [[_building(building) for building in by_floors] for by_floors in BUILDINGS]
"""By tile and floors."""

CODING = Coding(actions=ACTIONS, layout=LAYOUT, action=action, move=move, mask=mask, observed=observed)
