"""How a bot weighs a move that somebody made: against the best one that it sees from the same seat."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from shared.rules.chance import Chance


class Judgement(NamedTuple):
    """The best move, and by how much the bot weighs the one that was made less: thousandths of a point, 0 or more."""

    best: Any
    given_away: int


Judge = Callable[[Any, Sequence[Any], Any, Chance], Judgement]
"""A view, its legal moves, the one that was made, and luck."""
