"""The ground that a city grows on: a spot for every block that 15 cards can reach, numbered row by row.

The top left block of the city's first card lies in row 0, column 0; rows go down, columns to the right. Each card adds
two rows or columns at most, so no city leaves this ground, and no step from one of its blocks wraps around.
"""

from collections.abc import Iterable

from shared.games.grid import Cell

Spot = int

WIDTH = 64
MIDDLE = 32  # the row and the column that count as 0
REACH = 30  # how many rows and columns away from there a card can lie, and the most that a city has

N, E, S, W = -WIDTH, 1, WIDTH, -1
SIDES = {"N": N, "E": E, "S": S, "W": W}  # the steps to the four neighbours
CORNERS = (N + W, N + E, S + W, S + E)
COVERED = (0, E, S, S + E)  # by a card: the steps from its top left block


CELLS = tuple(Cell(spot // WIDTH - MIDDLE, spot % WIDTH - MIDDLE) for spot in range(WIDTH * WIDTH))
SPOTS = {cell: spot for spot, cell in enumerate(CELLS)}
BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(1 << 8))  # by byte: which are set
BESIDE = tuple((spot + N, spot + E, spot + S, spot + W) for spot in range(len(CELLS)))  # the four that share a side


def is_near(cell: Cell) -> bool:
    """Whether a card of any city could lie there."""
    return abs(cell.row) <= REACH and abs(cell.column) <= REACH


def spot_of(cell: Cell) -> Spot:
    """Raises KeyError off the ground, so that a forged record can't ask for a city without bounds."""
    return SPOTS[cell]


def cell_of(spot: Spot) -> Cell:
    return CELLS[spot]


def spots_under(spot: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    """The four spots that a card covers whose top left block lies there."""
    return spot, spot + E, spot + S, spot + S + E


def bits(spots: Iterable[Spot]) -> int:
    return sum(1 << spot for spot in spots)


def each(spots: int) -> list[Spot]:
    """Row by row, taken from eight spots at a time."""
    every = spots.to_bytes(len(CELLS) // 8, "little")
    first = len(every) - len(every.lstrip(b"\0"))
    return [8 * at + bit for at, eight in enumerate(every.strip(b"\0"), first) for bit in BITS[eight]]
