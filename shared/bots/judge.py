"""How a move is judged: by what it promises, against the most promising one that its player could have made.

The judge sees what a bot at that seat would have seen, and takes no seat itself. It looks at every legal move once, so
its verdict on a whole match comes within a second or two.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from shared.bots.trying import promised
from shared.games.game import Game

JUDGE = "bot:judge@3"  # raise the version with every change of its judgements


class Judgement(NamedTuple):
    """The best move, and how many points more than the move made it is expected to bring by the end, in thousandths.

    `doubt`: with 95 % probability the difference is off by no more than this; None for a game that doesn't say.
    """

    best: Any
    given_away: int
    doubt: int | None


def judgement(game: Game, seat: int, view: Any, moves: Sequence[Any], made: Any) -> Judgement:
    """Where nothing promises more, the move made is the best, and gives nothing away."""
    promises = promised(game, view, seat, moves)
    each = dict(zip(moves, promises.each, strict=True))
    best = max(each, key=lambda move: (each[move], move == made))
    return Judgement(best, each[best] - each[made], promises.doubt if best != made else 0)
