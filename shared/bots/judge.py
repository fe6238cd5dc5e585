"""How a move that somebody made is weighed: against the best one that is seen from the same seat.

The judge sees what a bot at that seat would have seen, and plays nowhere. A whole match costs it a bounded number of
weighed positions, so that what it says comes within seconds.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from shared.bots.beam import ways_on
from shared.bots.look_ahead import is_against_others
from shared.bots.sampled import margins_ahead
from shared.games.chance import Chance
from shared.games.game import Game

JUDGE = "bot:judge@1"  # one more with every change of what it says
WHOLE = 75_000  # positions weighed in a match against others: some seconds of one processor
THOUSAND = 1000


class Judgement(NamedTuple):
    """The best move, and by how much the judge weighs the one that was made less: thousandths of a point, 0 or more."""

    best: Any
    given_away: int


def budget(turns: int) -> int:
    """Positions for each of the moves of a match."""
    return WHOLE // max(1, turns)


def judgement(
    game: Game, seat: int, view: Any, moves: Sequence[Any], made: Any, chance: Chance, most: int
) -> Judgement:
    """Both are followed as far, in the same imagined worlds; `most` positions where players are against each other.

    The best is the one that was made where nothing better is seen.
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
