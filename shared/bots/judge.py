"""How a move is judged: against the best one that can be seen from the same seat.

The judge sees what a bot at that seat would have seen, and takes no seat itself. It weighs a bounded number of
positions per match, so its verdict comes within seconds.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from shared.bots.beam import ways_on
from shared.bots.look_ahead import is_against_others
from shared.bots.sampled import margins_ahead
from shared.games.chance import Chance
from shared.games.game import Game

JUDGE = "bot:judge@1"  # raise the version with every change of its judgements
WHOLE = 75_000  # positions weighed in a competitive match: a few seconds of one processor
THOUSAND = 1000


class Judgement(NamedTuple):
    """The best move, and how much less the move made is worth, in thousandths of a point (0 or more)."""

    best: Any
    given_away: int


def budget(turns: int) -> int:
    """How many positions may be weighed for each move of a match."""
    return WHOLE // max(1, turns)


def judgement(
    game: Game, seat: int, view: Any, moves: Sequence[Any], made: Any, chance: Chance, most: int
) -> Judgement:
    """Both moves are followed equally far in the same imagined worlds; competitive games get `most` positions.

    Where nothing better is found, the move made is the best.
    """
    if is_against_others(game, view):
        margins = margins_ahead(game, seat, view, moves, made, chance, most)
        best = max(margins, key=margins.__getitem__)
        given_away = margins[best] - margins[made]
    else:
        line = ways_on(game, seat, view, moves, chance)[0]
        own = line if line.first == made else ways_on(game, seat, view, [made], chance)[0]
        best, given_away = line.first, THOUSAND * (line.worth - own.worth)
    return Judgement(best, given_away) if given_away > 0 else Judgement(made, 0)
