"""A city as it is seen from above: cards lie over cards, and what is covered is gone."""

from collections.abc import Mapping
from typing import NamedTuple

from shared.games.grid import Cell
from shared.games.sprawlopolis.play.cards import FACES
from shared.games.sprawlopolis.play.ground import COVERED, Spot, bits, cell_of
from shared.games.sprawlopolis.play.pieces import Block

CARD = bits(COVERED)  # to be moved to where the card lies

Blocks = Mapping[Spot, Block]
"""The visible blocks."""


class City(NamedTuple):
    """`built` are the spots of all blocks as a set of bits."""

    blocks: Blocks
    built: int


NO_CITY = City({}, 0)


def with_card(city: City, card: int, spot: Spot, is_turned: bool) -> City:
    """`spot` is where its top left block comes to lie."""
    laid = zip(spots_under(spot), FACES[card, is_turned], strict=True)
    return City({**city.blocks, **dict(laid)}, city.built | CARD << spot)


def corners(blocks: Blocks) -> tuple[Cell, Cell]:
    """Top left and bottom right of the rectangle around a city, which must have a block."""
    cells = [cell_of(spot) for spot in blocks]
    rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
    return Cell(min(rows), min(columns)), Cell(max(rows), max(columns))


def spots_under(spot: Spot) -> tuple[Spot, ...]:
    """The four spots that a card covers there."""
    return tuple(spot + step for step in COVERED)
