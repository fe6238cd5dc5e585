"""What a seat may do now, from tables and bit sets. Every move object is made once and kept."""

from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter

from shared.games.quadropolis.play.board import ALL_SLOTS, BOARDS, CELLS, REACH, SLOTS, CityBoard, Pool, each
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.state import Holding, State, to_move
from shared.games.quadropolis.play.tiles import FLAT, KINDS, PILE, STACKING

Pick = Callable[[tuple[TakeTile, ...]], tuple[TakeTile, ...]]
BySlot = tuple[tuple[TakeTile, ...], ...]
Ground = tuple[int, tuple[int, ...]]
"""The squares where a tile may stand if they are the architect's, and by floors those of stacks it may stand on."""

PILES = {mode: [pile for pile, kind in enumerate(STACKING) if kind in kinds] for mode, kinds in KINDS.items()}
"""By mode: the kinds that stack in its cities, the first ones of `STACKING`."""

ON_GROUND, NOTHING, ON_STACKS = range(3)  # how a tile may be placed; from ON_STACKS on, one way for each kind of stack
LIES = (*(ON_GROUND if pile == FLAT else ON_STACKS + pile for pile in PILE), NOTHING, NOTHING)
"""By what lies on a square of the site: how it may be placed. DOWN and EMPTY are negative: they find the last two."""

HALF = len(SLOTS) // 2
SEEN = tuple(
    tuple(
        tuple((first + number, REACH[first + number]) for number in range(HALF) if free >> number & 1)
        for free in range(1 << HALF)
    )
    for first in (0, HALF)
)
"""By half of the slots, and by the free ones of these as a bit set: these slots, and what is seen from each."""


def legal_moves(state: State, seat: int) -> list[TakeTile]:
    """By architect, slot and target (row by row, discarding last). Where nothing is taken, there is only one move."""
    if to_move(state) != (seat,):
        return []
    holding, site, free = state.holdings[seat], state.site, state.free_slots
    lines = SEEN[0][free & ALL_SLOTS >> HALF] + SEEN[1][free >> HALF]
    grounds = [ground_of(holding, pile) for pile in PILES[state.mode]]
    found: list[TakeTile] = []
    for index, own, moves in _architects(state.mode, state.pool(seat)):
        ways = [picked(holding.empty & own), DISCARDS]
        for squares, stacks in grounds:
            ways.append(picked(squares & own | stacks[index]))
        for slot, line in lines:
            found += ways[LIES[site[line[index]]]](moves[slot])
    return found


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
    squares, stacks = ground_of(holding, pile)
    return squares & own | stacks[architect - 1]


def ground_of(holding: Holding, pile: int) -> Ground:
    squares, stacks = holding.empty, holding.stacks[pile]
    for growing in stacks[1:-1]:
        squares |= growing
    return squares, stacks


@lru_cache(maxsize=1 << 15)
def picked(squares: int) -> Pick:
    """An architect's moves from a slot that place on these squares, and the last one, which places nothing."""
    return itemgetter(*each(squares), -1) if squares else itemgetter(slice(-1, None))


DISCARDS = picked(0)


@cache
def _every_move(mode: str, architect: int) -> BySlot:
    """By slot and target, the squares row by row."""
    targets = (*CELLS[mode], None)
    return tuple(tuple(TakeTile(architect=architect, slot=slot, target=target) for target in targets) for slot in SLOTS)
