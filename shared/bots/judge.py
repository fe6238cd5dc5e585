"""How the strongest bot weighs a move that somebody made: against the best one that it sees from the same seat."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from shared.bots.beam import ways_on
from shared.bots.look_ahead import is_against_others
from shared.bots.rollouts import in_the_end
from shared.rules.chance import Chance
from shared.rules.game import Game

THOUSAND = 1000


class Judgement(NamedTuple):
    """The best move, and by how much the bot weighs the one that was made less: thousandths of a point, 0 or more."""

    best: Any
    given_away: int


def judgement(game: Game, seat: int, view: Any, moves: Sequence[Any], made: Any, chance: Chance) -> Judgement:
    """Both are followed as far, in the same imagined worlds.

    The best is the one that was made where nothing better is seen.
    """
    if is_against_others(game, view):
        margins = in_the_end(game, seat, view, moves, chance, also=made)
        best = max(margins, key=margins.__getitem__)
        given_away = margins[best] - margins[made]
    else:
        line, own = (ways_on(game, seat, view, which, chance)[0] for which in (moves, [made]))
        best, given_away = line.first, THOUSAND * (line.worth - own.worth)
    return Judgement(best, given_away) if given_away > 0 else Judgement(made, 0)
