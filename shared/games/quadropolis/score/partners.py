"""The best worth of so many harbours and of so many shops, by what active factories ask of them."""

from collections.abc import Callable, Mapping
from functools import cache, partial

from shared.games.quadropolis.play.pieces import City, Kind
from shared.games.quadropolis.score.additions import Squares, alone, largest_first
from shared.games.quadropolis.score.harbours import harbours_by_number
from shared.games.quadropolis.score.tables import FACTORY, Plan
from shared.games.quadropolis.score.worth import DIGIT, POINT, POWERED, STAFFED, digit


class Partners:
    """What is asked has a digit for each, in the order of `gains`: how many active factories are beside it.

    `gains` by square: what each of these factories gets from it.
    """

    def __init__(self, plan: Plan, city: City, squares: Squares) -> None:
        harbours, shops = squares[Kind.HARBOUR], squares[Kind.SHOP]
        self.gains = {
            **dict.fromkeys(harbours, FACTORY[Kind.HARBOUR]),
            **dict.fromkeys(shops, FACTORY[Kind.SHOP]),
        }
        own_harbours = {square: alone(plan, city, square) * POINT + STAFFED[square] for square in harbours}
        own_shops = {square: alone(plan, city, square) * POINT + POWERED[square] for square in shops}
        self._harbours = cache(
            partial(by_number, partial(harbours_by_number, plan), own_harbours, FACTORY[Kind.HARBOUR] * POINT)
        )
        self._shops = cache(partial(by_number, largest_first, own_shops, FACTORY[Kind.SHOP] * POINT))
        self._end = DIGIT * len(harbours)

    def harbours(self, asked: int) -> tuple[int, ...]:
        return self._harbours(asked & (1 << self._end) - 1)

    def shops(self, asked: int) -> tuple[int, ...]:
        return self._shops(asked >> self._end)


def by_number(
    best: Callable[[Mapping[int, int]], tuple[int, ...]], own: Mapping[int, int], gain: int, asked: int
) -> tuple[int, ...]:
    """The best worth of 0, 1, 2 … of them, less what the factories beside the others miss."""
    asks = {square: gain * digit(asked, place) for place, square in enumerate(own)}
    missed = sum(asks.values())
    return tuple(worth - missed for worth in best({square: own[square] + asks[square] for square in own}))
