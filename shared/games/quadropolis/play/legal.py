"""What a seat may do now, from tables and bit sets. Every move object is made once and kept."""

from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter

from shared.games.quadropolis.play.board import BOARDS, CELLS, REACH, SLOTS, CityBoard
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.state import Holding, State, to_move
from shared.games.quadropolis.play.tiles import FLAT, PILE, STACKING

Pick = Callable[[tuple[TakeTile, ...]], tuple[TakeTile, ...]]

PILES = (*range(len(STACKING)), FLAT)  # so that FLAT, as an index, finds the last


def legal_moves(state: State, seat: int) -> list[TakeTile]:
    """By architect, slot and target (row by row, discarding last). Where nothing is taken, there is only one move."""
    if to_move(state) != (seat,):
        return []
    board, holding, site = BOARDS[state.mode], state.holdings[seat], state.site
    free = state.free_slots
    lines = [(slot, REACH[slot]) for slot in range(len(SLOTS)) if free >> slot & 1]
    found: list[TakeTile] = []
    for architect in available(state, seat):
        moves = _every_move(state.mode, architect)
        picks = [picked(open_squares(board, holding, architect, pile)) for pile in PILES]
        for slot, line in lines:
            tile = site[line[architect - 1]]
            found += (NOTHING if tile < 0 else picks[PILE[tile]])(moves[slot])
    return found


def available(state: State, seat: int) -> list[int]:
    """The distinct numbers of the architects that the seat may play."""
    return [number for number, left in enumerate(state.pool(seat)) if left]


def open_squares(board: CityBoard, holding: Holding, architect: int, pile: int) -> int:
    """The squares where a tile of this architect may stand. `pile`: the kind of stack that it may stand on, or FLAT.

    No stack has 0 floors, so architect 1 adds no floor by his number: a stack starts on the squares that are his.
    """
    own = board.own[architect]
    ground = holding.empty & own
    if pile == FLAT:
        return ground
    stacks = holding.stacks[pile]
    growing = 0
    for squares in stacks[1:-1]:
        growing |= squares
    return ground | growing & own | stacks[architect - 1]


@lru_cache(maxsize=1 << 15)
def picked(squares: int) -> Pick:
    """An architect's moves from a slot that place on these squares, and the last one, which places nothing."""
    members = [square for square in range(squares.bit_length()) if squares >> square & 1]
    return itemgetter(*members, -1) if members else itemgetter(slice(-1, None))


NOTHING = picked(0)


@cache
def _every_move(mode: str, architect: int) -> tuple[tuple[TakeTile, ...], ...]:
    """By slot and target, the squares row by row."""
    targets = (*CELLS[mode], None)
    return tuple(tuple(TakeTile(architect=architect, slot=slot, target=target) for target in targets) for slot in SLOTS)
