"""A city as it is seen from above, where cards lie over cards and what is covered is gone; and where a card may lie."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from shared.games.grid import Cell
from shared.games.sprawlopolis.play.cards import FACES
from shared.games.sprawlopolis.play.ground import (
    CORNERS,
    COVERED,
    SIDES,
    WIDTH,
    Spot,
    bits,
    cell_of,
    each,
    spot_of,
    spots_under,
)
from shared.games.sprawlopolis.play.pieces import Blocks


class City(NamedTuple):
    """`reached`: where the top left block of a card may come to lie, as a bit set.

    There a card covers at least one block, or shares a side with one. Blocks never go, so each card adds such spots.
    """

    blocks: Blocks
    reached: int


NO_CITY = City({}, 0)


def with_card(city: City, card: int, spot: Spot, is_turned: bool) -> City:
    """`spot` is where its top left block comes to lie."""
    blocks = dict(city.blocks)
    blocks.update(zip(spots_under(spot), FACES[card, is_turned], strict=True))
    return City(blocks, city.reached | _moved(REACHED, spot - MIDDLE))


def corners(blocks: Blocks) -> tuple[Cell, Cell]:
    """Top left and bottom right of the rectangle around a city that has at least one block."""
    cells = [cell_of(spot) for spot in blocks]
    rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
    return Cell(min(rows), min(columns)), Cell(max(rows), max(columns))


def open_spots(city: City) -> list[Spot]:
    """Where the top left block of a card may come to lie, row by row."""
    return each(city.reached)


def open_runs(city: City) -> list[tuple[int, int, int]]:
    """The same spots of a city with a card, as unbroken runs: a row, the first column, and the one after the last."""
    reached = city.reached
    row = ((reached & -reached).bit_length() - 1) // WIDTH
    reached >>= row * WIDTH
    found = []
    while reached:
        found += [(row, first, end) for first, end in _runs(reached & ROW)]
        reached >>= WIDTH
        row += 1
    return found


@lru_cache(maxsize=1 << 12)
def _runs(spots: int) -> tuple[tuple[int, int], ...]:
    """The unbroken runs of one row, from its first column to the one after its last."""
    firsts, lasts = each(spots & ~(spots << 1)), each(spots & ~(spots >> 1))
    return tuple((first, last + 1) for first, last in zip(firsts, lasts, strict=True))


def touched(city: City) -> list[Spot]:
    """Where a card would touch corners of the city alone, which is not enough; row by row."""
    return each(_with_a_block_in(_beside(bits(city.blocks), CORNERS)) & ~city.reached)


def _beside(built: int, steps: Iterable[int]) -> int:
    found = 0
    for step in steps:
        found |= _moved(built, step)
    return found


def _with_a_block_in(spots: int) -> int:
    """Where the top left block of a card lies that has a block on any of them."""
    found = 0
    for step in COVERED:
        found |= _moved(spots, -step)
    return found


def _moved(spots: int, step: int) -> int:
    return spots << step if step > 0 else spots >> -step


ROW = (1 << WIDTH) - 1
MIDDLE = spot_of(Cell(0, 0))
CARD = bits(spots_under(MIDDLE))
REACHED = _with_a_block_in(CARD | _beside(CARD, SIDES.values()))
"""By one card in the middle of the ground."""
