"""The boards of Quadropolis as tables: what is seen from the slots, and on which squares an architect may build.

Squares are numbered row by row from the top left, slots as in `SLOTS`; sets of them are bit sets.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, NamedTuple

from shared.annotations import Range
from shared.games.grid import Cell

SITE_LINES = 5
SITE_SQUARES = SITE_LINES**2
SIDES: tuple[Literal["N", "E", "S", "W"], ...] = ("N", "E", "S", "W")
OFF = -1  # the urbanist's square while he isn't on the site


Pool = tuple[int, ...]
"""By architect's number (0: none): how many are left to play in this round."""


class Slot(NamedTuple):
    """One end of a row (W, E) or a column (N, S) of the construction site; `line` counts from 0 at the top or left."""

    side: Literal["N", "E", "S", "W"]
    line: Annotated[int, Range(0, 4)]

    @property
    def name(self) -> str:
        """As people say it, with lines counted from 1."""
        return f"{self.side}{self.line + 1}"

    @property
    def crosses(self) -> bool:
        """Whether its line is a row."""
        return self.side in ("E", "W")


class CityBoard(NamedTuple):
    """A mode's city, rounds and architects.

    By square: `districts`, and the printed `numbers` (none in classic, where rows and columns are numbered).
    `own`, by architect's number (0: none): the squares on which he may build. `common`: all seats share one pool of
    architects, with as many of each number as there are seats; otherwise each seat has one of each.
    """

    rows: int
    columns: int
    floors: int
    rounds: int
    turns: int
    architects: tuple[int, ...]
    common: bool
    districts: tuple[int, ...]
    numbers: tuple[int, ...]
    own: tuple[int, ...]

    @property
    def squares(self) -> int:
        return self.rows * self.columns

    def pools(self, seats: int) -> tuple[Pool, ...]:
        """All architects as a round begins: a pool for each seat, or one for all."""
        each = seats if self.common else 1
        pool = tuple(each if number in self.architects else 0 for number in range(len(self.own)))
        return (pool,) if self.common else (pool,) * seats


def bits(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def each(members: int) -> list[int]:
    """What is in a bit set, the lowest first."""
    found = []
    while members:
        lowest = members & -members
        found.append(lowest.bit_length() - 1)
        members ^= lowest
    return found


def cell(square: int, columns: int) -> Cell:
    return Cell(*divmod(square, columns))


def _line_of(slot: Slot) -> tuple[int, ...]:
    """The squares of the site that are seen from a slot, the nearest first."""
    if slot.crosses:
        squares = range(slot.line * SITE_LINES, (slot.line + 1) * SITE_LINES)
    else:
        squares = range(slot.line, SITE_SQUARES, SITE_LINES)
    return tuple(squares if slot.side in ("N", "W") else reversed(squares))


def _closed_by(square: int) -> int:
    return bits(number for number, line in enumerate(REACH) if square in line)


def _row_and_column(line: int, rows: int, columns: int) -> int:
    return bits(square for square in range(rows * columns) if line in divmod(square, columns))


def _numbered(number: int, districts: tuple[int, ...], numbers: tuple[int, ...]) -> int:
    pairs = enumerate(zip(districts, numbers, strict=True))
    return bits(square for square, pair in pairs if number in pair)


SLOTS = tuple(Slot(side, line) for side in SIDES for line in range(SITE_LINES))
SLOT_NUMBER: Mapping[Slot, int] = {slot: number for number, slot in enumerate(SLOTS)}
ALL_SLOTS = bits(range(len(SLOTS)))

REACH = tuple(_line_of(slot) for slot in SLOTS)
"""By slot: architect n takes from the square with the index n-1."""

CLOSED = (*(_closed_by(square) for square in range(SITE_SQUARES)), 0)
"""By the urbanist's square: the slots that he closes, at both ends of his row and column. The last one is for OFF."""

SITE_CELLS = tuple(cell(square, SITE_LINES) for square in range(SITE_SQUARES))

CLASSIC = CityBoard(
    rows=4,
    columns=4,
    floors=4,
    rounds=4,
    turns=4,
    architects=(1, 2, 3, 4),
    common=False,
    districts=(1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4),
    numbers=(),
    own=(0, *(_row_and_column(line, 4, 4) for line in range(4))),
)

EXPERT_DISTRICTS = (1, 1, 4, 2, 2, 1, 1, 4, 2, 2, 5, 5, 4, 3, 3, 5, 5, 4, 3, 3)
EXPERT_NUMBERS = (2, 3, 1, 1, 3, 5, 4, 2, 5, 4, 1, 2, 3, 1, 2, 4, 3, 5, 5, 4)

EXPERT = CityBoard(
    rows=4,
    columns=5,
    floors=5,
    rounds=5,
    turns=4,
    architects=(1, 2, 3, 4, 5),
    common=True,
    districts=EXPERT_DISTRICTS,
    numbers=EXPERT_NUMBERS,
    own=tuple(_numbered(number, EXPERT_DISTRICTS, EXPERT_NUMBERS) for number in range(6)),
)

BOARDS: Mapping[str, CityBoard] = {"classic": CLASSIC, "expert": EXPERT}  # by mode

CELLS: Mapping[str, tuple[Cell, ...]] = {
    mode: tuple(cell(square, board.columns) for square in range(board.squares)) for mode, board in BOARDS.items()
}
"""By mode: the squares of a city as cells."""

SQUARE: Mapping[str, Mapping[Cell, int]] = {
    mode: {cell: square for square, cell in enumerate(cells)} for mode, cells in CELLS.items()
}
