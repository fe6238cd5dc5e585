"""To the end of a competitive match: after the bot's own move, everybody plays whatever is worth most to them at once.

Source: rollouts of a base policy (Tesauro and Galperin, On-line Policy Improvement using Monte-Carlo Search, 1996).
"""

from collections.abc import Sequence
from functools import cache
from heapq import nlargest
from typing import Any, NamedTuple

from shared.bots.trying import after, points_after, settled, worth_most
from shared.games.chance import Chance
from shared.games.game import Game

FIRST = 6  # moves played out at most, those worth most at once; at least 2
WORLDS = 3  # imagined at most for each move
MOST = 20000  # positions weighed in all, if the other matches are as long as the first


class Ended(NamedTuple):
    """The margin over the best opponent at the end, and how many positions were weighed on the way."""

    margin: int
    weighed: int


def best_in_the_end(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    """The move with the largest margin over the best opponent, averaged over all imagined worlds."""
    margins = in_the_end(game, seat, view, moves, chance)
    return max(margins, key=margins.__getitem__)


def in_the_end(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> dict[Any, int]:
    """The margin over the best opponent that the most promising moves end with.

    In thousandths of a point, averaged over the imagined worlds.
    """

    @cache
    def ended(number: int, move: Any) -> Ended:
        luck = Chance(chance.salt("world", number))
        world = game.imagine(view, seat, luck)
        return _played_out(game, seat, settled(game, after(game, world, seat, move)), luck)

    promising = _promising(game, seat, view, moves, chance)
    affordable = MOST // max(1, ended(0, promising[0]).weighed)
    tried = promising[: max(2, min(FIRST, affordable))]
    worlds = range(max(1, min(WORLDS, affordable // len(tried))))
    return {move: 1000 * sum(ended(number, move).margin for number in worlds) // len(worlds) for move in tried}


def _promising(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> list[Any]:
    """Those worth most at once, best first; luck decides between equal ones."""
    world = game.imagine(view, seat, chance)
    shuffled = [moves[index] for index in chance.order("moves", len(moves))]
    points = dict(zip(shuffled, points_after(game, world, seat, shuffled), strict=True))
    return nlargest(FIRST, shuffled, key=points.__getitem__)


def _played_out(game: Game, seat: int, state: Any, luck: Chance) -> Ended:
    weighed = 0
    while called := game.to_move(state):
        moves = game.legal_moves(state, called[0])
        equals = worth_most(game, state, called[0], moves)
        move = equals[luck.below(f"move_{weighed}", len(equals))]
        state, weighed = settled(game, after(game, state, called[0], move)), weighed + len(moves)
    return Ended(_margin(game.result(state).points, seat), weighed)


def _margin(points: Sequence[int], seat: int) -> int:
    return points[seat] - max(other for holder, other in enumerate(points) if holder != seat)
