"""A city as it is seen from above, where cards lie over cards and what is covered is gone; and where a card may lie."""

from collections.abc import Iterable
from typing import NamedTuple

from shared.games.grid import Cell
from shared.games.sprawlopolis.play.cards import FACES
from shared.games.sprawlopolis.play.ground import CORNERS, COVERED, SIDES, Spot, bits, cell_of, each, spots_under
from shared.games.sprawlopolis.play.pieces import Blocks

CARD = bits(COVERED)  # to be moved to where the card lies


class City(NamedTuple):
    """`built`: the spots of all blocks, as a bit set."""

    blocks: Blocks
    built: int


NO_CITY = City({}, 0)


def with_card(city: City, card: int, spot: Spot, is_turned: bool) -> City:
    """`spot` is where its top left block comes to lie."""
    laid = zip(spots_under(spot), FACES[card, is_turned], strict=True)
    return City({**city.blocks, **dict(laid)}, city.built | CARD << spot)


def corners(blocks: Blocks) -> tuple[Cell, Cell]:
    """Top left and bottom right of the rectangle around a city that has at least one block."""
    cells = [cell_of(spot) for spot in blocks]
    rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
    return Cell(min(rows), min(columns)), Cell(max(rows), max(columns))


def open_spots(city: City) -> list[Spot]:
    """Where the top left block of a card may come to lie, row by row."""
    return list(each(reached(city)))


def reached(city: City) -> int:
    """The same as a bit set: there a card covers at least one block of the city, or shares a side with one."""
    return _with_a_block_in(city.built | _beside(city, SIDES.values()))


def touched(city: City) -> list[Spot]:
    """Where a card would touch corners of the city alone, which is not enough; row by row."""
    return list(each(_with_a_block_in(_beside(city, CORNERS)) & ~reached(city)))


def _beside(city: City, steps: Iterable[int]) -> int:
    found = 0
    for step in steps:
        found |= _moved(city.built, step)
    return found


def _with_a_block_in(spots: int) -> int:
    """Where the top left block of a card lies that has a block on any of them."""
    found = 0
    for step in COVERED:
        found |= _moved(spots, -step)
    return found


def _moved(spots: int, step: int) -> int:
    return spots << step if step > 0 else spots >> -step
