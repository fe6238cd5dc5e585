"""A view of Quadropolis as JSON for pages, sockets and bots. Squares, lines and seats count from 0, rounds from 1."""

from shared.annotations import Json
from shared.games.grid import in_rows
from shared.games.quadropolis.play.board import BOARDS, CELLS, OFF, SITE_CELLS, SITE_LINES, SLOTS, CityBoard
from shared.games.quadropolis.play.legal import available
from shared.games.quadropolis.play.state import DOWN, EMPTY, NOBODY, NOWHERE, Holding, Posted, State, to_move
from shared.games.quadropolis.play.tiles import TILES


def plain(view: State) -> Json:
    board = BOARDS[view.mode]
    return {
        "mode": view.mode,
        "squares": view.with_squares,
        "round": view.round,
        "rounds": board.rounds,
        "turns_left": view.turns_left,
        "starts": None if view.starts == NOBODY else view.starts,
        "mayor": None if view.mayor == NOBODY else view.mayor,
        "urbanist": None if view.urbanist == OFF else SITE_CELLS[view.urbanist]._asdict(),
        "site": in_rows([plain_tile(tile) for tile in view.site], SITE_LINES),
        "architects": [_posted(posted) for posted in view.architects],
        "pool": _pool(view) if board.common else None,
        "districts": in_rows(board.districts, board.columns),
        "numbers": in_rows(board.numbers, board.columns) if board.numbers else None,
        "cities": [_city(view, seat, holding, board) for seat, holding in enumerate(view.holdings)],
        "to_move": list(to_move(view)),
    }


def plain_tile(tile: int) -> Json | None:
    if tile == EMPTY:
        return None
    if tile == DOWN:
        return {"down": True}
    there = TILES[tile]
    return {
        "id": there.id,
        "building": there.kind.value,
        "inhabitants": there.inhabitants,
        "energy": there.energy,
        "points": there.points,
        "mayor": there.mayor,
    }


def _posted(posted: Posted) -> Json:
    return {**SLOTS[posted.slot]._asdict(), "seat": posted.seat, "number": posted.number}


def _pool(view: State) -> list[Json]:
    return [{"number": number, "left": view.pools[0][number]} for number in BOARDS[view.mode].architects]


def _city(view: State, seat: int, holding: Holding, board: CityBoard) -> Json:
    return {
        "seat": seat,
        "squares": in_rows([_square(pile) for pile in holding.squares], board.columns),
        "inhabitants": holding.inhabitants,
        "energy": holding.energy,
        "available": available(view, seat),
        "last": None if holding.last == NOWHERE else CELLS[view.mode][holding.last]._asdict(),
    }


def _square(pile: tuple[int, ...]) -> Json | None:
    if not pile:
        return None
    tiles = [TILES[tile] for tile in pile]
    return {
        "building": tiles[0].kind.value,
        "floors": len(tiles),
        "points": tiles[0].points,
        "tiles": [tile.id for tile in tiles],
    }
