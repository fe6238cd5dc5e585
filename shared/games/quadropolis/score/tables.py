"""The score tables and the plans of the cities, as the rulebook prints them: points by what counts."""

from collections.abc import Mapping
from typing import NamedTuple

from shared.games import grid
from shared.games.quadropolis.play.board import BOARDS, CityBoard, bits
from shared.games.quadropolis.play.pieces import Kind

TOWER = (0, 1, 3, 6, 10, 15)  # by floors
SHOP = (0, 1, 2, 4, 7, 11)  # by customers
DISTRICTS = (0, 2, 5, 9, 14, 20)  # by districts with an active service
CUSTOMERS: Mapping[str, int] = {"classic": 4, "expert": 5}  # by mode: a shop holds no more
PARK = (0, 2, 4, 7, 11)  # by towers and offices beside it
HARBOURS = (0, 0, 3, 7, 12, 18)  # by harbours in an unbroken line

FACTORY: Mapping[Kind, int] = {Kind.SHOP: 2, Kind.HARBOUR: 3, Kind.OFFICE: 4}  # by what is beside it
MONUMENT: Mapping[Kind, int] = {
    Kind.FACTORY: -5,
    Kind.HARBOUR: -5,
    Kind.SERVICE: 2,
    Kind.SHOP: 3,
    Kind.PARK: 5,
    Kind.SQUARE: 5,
}  # by what is beside it

OFFICES = (
    (0, 0, 0, 0, 0, 0),
    (0, 0, 1, 3, 6, 10),
    (0, 1, 3, 6, 10, 15),
    (0, 2, 5, 9, 14, 20),
    (0, 3, 7, 12, 18, 25),
    (0, 4, 9, 15, 22, 30),
)  # by the size of the group, up to 5, and floors

NEEDS: Mapping[Kind, tuple[int, int]] = {
    Kind.TOWER: (0, 1),
    Kind.SHOP: (0, 1),
    Kind.SERVICE: (1, 0),
    Kind.PARK: (0, 0),
    Kind.SQUARE: (0, 0),
    Kind.FACTORY: (1, 0),
    Kind.HARBOUR: (1, 0),
    Kind.OFFICE: (1, 1),
    Kind.MONUMENT: (0, 0),
}
"""The inhabitants and the energy without which a building is inactive."""


class Plan(NamedTuple):
    """Which squares of a mode's city are near each other, and how many customers its shops hold.

    `near` has the same squares as `beside`, as bit sets; `edges` are those in the first and in the last column.
    """

    squares: range
    near: tuple[int, ...]
    edges: tuple[int, int]
    beside: tuple[tuple[int, ...], ...]
    districts: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    customers: int


def _plan(mode: str, board: CityBoard) -> Plan:
    squares, sides = range(board.squares), grid.beside(board.rows, board.columns)
    return Plan(
        squares=squares,
        near=tuple(bits(others) for others in sides),
        edges=(bits(squares[:: board.columns]), bits(squares[board.columns - 1 :: board.columns])),
        beside=sides,
        districts=board.districts,
        rows=tuple(tuple(squares[start : start + board.columns]) for start in squares[:: board.columns]),
        columns=tuple(tuple(squares[start :: board.columns]) for start in range(board.columns)),
        customers=CUSTOMERS[mode],
    )


PLANS: Mapping[str, Plan] = {mode: _plan(mode, board) for mode, board in BOARDS.items()}


def around(plan: Plan, squares: int) -> int:
    """The squares that share a side with one of these, as bit sets; and some that are below the city."""
    (first, last), columns = plan.edges, len(plan.columns)
    return (squares & ~first) >> 1 | (squares & ~last) << 1 | squares >> columns | squares << columns


def office(group: int, floors: int) -> int:
    """What a stack scores in a group of this size."""
    return OFFICES[min(group, len(OFFICES) - 1)][floors]
