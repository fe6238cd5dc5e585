"""What a seat may do now, from tables and bit sets. Every move object is made once and kept."""

from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter

from shared.games.quadropolis.play.board import BOARDS, CELLS, REACH, SITE_LINES, SLOTS, CityBoard, Pool, each
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.state import Holding, State, to_move
from shared.games.quadropolis.play.tiles import FLAT, PILE, STACKING

Pick = Callable[[tuple[TakeTile, ...]], tuple[TakeTile, ...]]
BySlot = tuple[tuple[TakeTile, ...], ...]
Ground = tuple[int, tuple[int, ...]]
"""The squares where a tile may stand if they are the architect's, and by floors those of stacks it may stand on."""

NO_TILE = len(STACKING)  # instead of a kind that stacks: nothing is taken
LIES = (*PILE, NO_TILE, NO_TILE)  # by what lies on a square of the site: EMPTY and DOWN, as indices, find the last two

SEEN = tuple(
    tuple(
        tuple((side + number, REACH[side + number]) for number in range(SITE_LINES) if free >> number & 1)
        for free in range(1 << SITE_LINES)
    )
    for side in range(0, len(SLOTS), SITE_LINES)
)
"""By side, and by its free slots as a bit set: these slots, and what is seen from each."""


def legal_moves(state: State, seat: int) -> list[TakeTile]:
    """By architect, slot and target (row by row, discarding last). Where nothing is taken, there is only one move."""
    if to_move(state) != (seat,):
        return []
    holding, site, lines = state.holdings[seat], state.site, _lines(state.free_slots)
    grounds = [_ground(holding, pile) for pile in range(len(STACKING))]
    found: list[TakeTile] = []
    for index, own, moves in _architects(state.mode, state.pool(seat)):
        picks = [picked(squares & own | stacks[index]) for squares, stacks in grounds]
        picks += NOTHING, picked(holding.empty & own)
        for slot, line in lines:
            found += picks[LIES[site[line[index]]]](moves[slot])
    return found


def _lines(free: int) -> list[tuple[int, tuple[int, ...]]]:
    """The free slots, and what is seen from each."""
    north, east, south, west = SEEN
    every = (1 << SITE_LINES) - 1
    return [
        *north[free & every],
        *east[free >> SITE_LINES & every],
        *south[free >> 2 * SITE_LINES & every],
        *west[free >> 3 * SITE_LINES],
    ]


def available(state: State, seat: int) -> list[int]:
    """The distinct numbers of the architects that the seat may play."""
    return [number for number, left in enumerate(state.pool(seat)) if left]


@lru_cache(maxsize=1 << 12)
def _architects(mode: str, pool: Pool) -> tuple[tuple[int, int, BySlot], ...]:
    """Those that are left: the index of what each takes in a line, the squares that are his, and every move of his."""
    own = BOARDS[mode].own
    return tuple((number - 1, own[number], _every_move(mode, number)) for number, left in enumerate(pool) if left)


def open_squares(board: CityBoard, holding: Holding, architect: int, pile: int) -> int:
    """The squares where a tile of this architect may stand. `pile`: the kind of stack that it may stand on, or FLAT.

    No stack has 0 floors, so architect 1 adds no floor by his number: a stack starts on the squares that are his.
    """
    own = board.own[architect]
    if pile == FLAT:
        return holding.empty & own
    squares, stacks = _ground(holding, pile)
    return squares & own | stacks[architect - 1]


def _ground(holding: Holding, pile: int) -> Ground:
    squares, stacks = holding.empty, holding.stacks[pile]
    for growing in stacks[1:-1]:
        squares |= growing
    return squares, stacks


@lru_cache(maxsize=1 << 15)
def picked(squares: int) -> Pick:
    """An architect's moves from a slot that place on these squares, and the last one, which places nothing."""
    return itemgetter(*each(squares), -1) if squares else itemgetter(slice(-1, None))


NOTHING = picked(0)


@cache
def _every_move(mode: str, architect: int) -> BySlot:
    """By slot and target, the squares row by row."""
    targets = (*CELLS[mode], None)
    return tuple(tuple(TakeTile(architect=architect, slot=slot, target=target) for target in targets) for slot in SLOTS)
