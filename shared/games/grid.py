"""Squares of a rectangular board: what every game on a grid asks about them."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Cell(NamedTuple):
    """Row and column, counted from 0 at the top left."""

    row: int
    column: int

    @property
    def name(self) -> str:
        """As pages write it, with rows and columns counted from 1."""
        return f"{self.row + 1},{self.column + 1}"


def in_rows(squares: Sequence[T], columns: int) -> list[list[T]]:
    """The rows of a board, from what is on its squares, which are numbered row by row."""
    return [list(squares[first : first + columns]) for first in range(0, len(squares), columns)]


@cache
def beside(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """For each square, numbered row by row, the squares that share a side with it."""
    return tuple(_sides(square, rows, columns) for square in range(rows * columns))


def _sides(square: int, rows: int, columns: int) -> tuple[int, ...]:
    row, column = divmod(square, columns)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * columns + c for r, c in near if 0 <= r < rows and 0 <= c < columns)
