"""How the strongest bot weighs a move that somebody made: against the best one that it sees from the same seat."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from shared.bots.look_ahead import foreseen
from shared.rules.chance import Chance
from shared.rules.game import Game

THOUSAND = 1000


class Judgement(NamedTuple):
    """The best move, and by how much the bot weighs the one that was made less: thousandths of a point, 0 or more."""

    best: Any
    given_away: int


def judgement(game: Game, seat: int, view: Any, moves: Sequence[Any], made: Any, chance: Chance) -> Judgement:
    """Both are followed as far, in the same world imagined from the view.

    The best is the one that was made where nothing better is seen.
    """
    state = game.imagine(view, seat, chance)
    best, own = foreseen(game, seat, state, moves)[0], foreseen(game, seat, state, [made])[0]
    if own.worth >= best.worth:
        return Judgement(made, 0)
    return Judgement(best.first, THOUSAND * (best.worth - own.worth))
