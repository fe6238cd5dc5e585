"""A match of Quadropolis at one moment, compact enough for bots that search: numbers, tuples and bit sets.

Tiles, squares and slots are numbered as in `tiles.py` and `board.py`.
"""

from typing import NamedTuple

from shared.games.quadropolis.play.board import ALL_SLOTS, CLOSED, Pool
from shared.games.quadropolis.play.pieces import City, Mode
from shared.games.quadropolis.play.tiles import city_of

EMPTY = -1  # on the site: no tile
DOWN = -2  # on the site: a tile that lies face down
NOBODY = -1  # instead of a seat, until one is drawn
NOWHERE = -1  # instead of a square

Order = tuple[int | None, ...]
"""Of a draw, by position: the index of the item drawn there; None if a view does not know it."""


class Posted(NamedTuple):
    """An architect on a slot."""

    slot: int
    seat: int
    number: int


class Holding(NamedTuple):
    """What one seat has: a city, and the inhabitants and energy that it received.

    `stacks[k][f]`: the squares with f floors of the k-th kind that stacks. `squares`: the tiles of each square, from
    the ground up. `last`: the square of the latest turn's tile, if it was placed.
    """

    empty: int
    stacks: tuple[tuple[int, ...], ...]
    squares: tuple[tuple[int, ...], ...]
    inhabitants: int = 0
    energy: int = 0
    last: int = NOWHERE

    @property
    def city(self) -> City:
        return city_of(self.squares)


class State(NamedTuple):
    """`orders` by draw: the start, then each round, so that a round's number is the index of its order; () at first.

    `with_squares`: squares replace parks. `pools`: the architects that are left, a pool for each seat or one for all.
    `round` is the last one dealt, `ended` the last one ended; `turns_left` are those of the current round.
    """

    rules: int
    mode: Mode
    with_squares: bool
    orders: tuple[Order, ...]
    round: int
    ended: int
    mayor: int
    starts: int
    turns_left: int
    urbanist: int
    site: tuple[int, ...]
    slots: int
    architects: tuple[Posted, ...]
    pools: tuple[Pool, ...]
    holdings: tuple[Holding, ...]

    @property
    def free_slots(self) -> int:
        """Neither taken nor closed by the urbanist."""
        return ALL_SLOTS & ~self.slots & ~CLOSED[self.urbanist]

    def pool(self, seat: int) -> Pool:
        """The one from which the seat takes its architects."""
        return self.pools[self.pool_of(seat)]

    def pool_of(self, seat: int) -> int:
        return seat if len(self.pools) > 1 else 0


def to_move(state: State) -> tuple[int, ...]:
    """Clockwise from the starting seat. All seats have equally many turns, so the turns that are left name the seat."""
    if state.turns_left == 0:
        return ()
    return ((state.starts - state.turns_left) % len(state.holdings),)
