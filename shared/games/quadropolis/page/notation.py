"""Positions and moves as people write them, with lines and squares counted from 1."""

from typing import Any

from shared.annotations import Json
from shared.games.grid import in_rows
from shared.games.quadropolis.page.position import Position, read
from shared.games.quadropolis.play.board import BOARDS, OFF, SITE_CELLS, SITE_LINES, SLOTS
from shared.games.quadropolis.play.decide import reached
from shared.games.quadropolis.play.legal import available, legal_moves
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.pieces import Building
from shared.games.quadropolis.play.state import DOWN, EMPTY, State, to_move
from shared.games.quadropolis.play.tiles import TILES

DISCARD = "discard"


def moves(position: Position) -> list[Any]:
    """`[architect, side, line, target]`, in this order; of targets null comes first, then discard, then squares."""
    state = read(position)
    return sorted((_written(state, move) for move in legal_moves(state, 0)), key=_rank)


def write(view: State) -> Json:
    """The position of the seat that is to move, or of seat 0 if nobody is."""
    seat = next(iter(to_move(view)), 0)
    columns = BOARDS[view.mode].columns
    return {
        "mode": view.mode,
        "players": len(view.holdings),
        "site": in_rows([_site(tile) for tile in view.site], SITE_LINES),
        "urbanist": None if view.urbanist == OFF else _from_one(SITE_CELLS[view.urbanist]),
        "architects": [[SLOTS[there.slot].side, SLOTS[there.slot].line + 1] for there in view.architects],
        "available": available(view, seat),
        "city": in_rows([_city_square(building) for building in view.holdings[seat].city], columns),
    }


def _site(tile: int) -> Json | None:
    if tile == EMPTY:
        return None
    if tile == DOWN:
        return {"down": True}
    there = TILES[tile]
    given = {name: getattr(there, name) for name in ("inhabitants", "energy", "points", "mayor")}
    return {"building": there.kind.value, **{name: value for name, value in given.items() if value}}


def _city_square(building: Building | None) -> Json | None:
    if building is None:
        return None
    square: Json = {"building": building.kind.value}
    if building.floors > 1:
        square["floors"] = building.floors
    if building.points:
        square["points"] = building.points
    return square


def _written(state: State, move: TakeTile) -> list[Any]:
    lies_there = state.site[reached(move)] >= 0
    target = _from_one(move.target) if move.target else DISCARD if lies_there else None
    return [move.architect, move.slot.side, move.slot.line + 1, target]


def _rank(written: list[Any]) -> tuple[Any, ...]:
    """For sorting. Sides by letter: E, N, S, W."""
    *start, target = written
    return (*start, 0 if target is None else 1 if target == DISCARD else 2, *(target or ()))


def _from_one(cell: tuple[int, int]) -> list[int]:
    return [cell[0] + 1, cell[1] + 1]
