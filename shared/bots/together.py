"""Some moves ahead for everybody's points, in one imagined world.

Only the lines that are kept are really played: the points after each other move come from `Game.points_after`. So more
lines are followed, and further, than `beam.py` can. A first move is as good as the best line that begins with it.

Source: beam search (Lowerre, 1976), as in `beam.py`.
"""

from collections.abc import Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Any, NamedTuple

from shared.bots.beam import promising
from shared.bots.trying import after, points_after, settled
from shared.games.chance import Chance
from shared.games.game import Game

DEEP = 4  # moves
WIDE = 12  # lines kept after each move
AGAIN = 30  # moves tried again after each of these lines
MOST = 3000  # positions weighed at each depth


class Line(NamedTuple):
    """Moves one after the other, the first of them by its index. `state` is before the last one.

    `on_the_way` adds up what it was worth after each move: of two equal ends, the one with earlier gains is better.
    """

    worth: int
    on_the_way: int
    first: int
    moves: frozenset[Any]
    state: Any
    last: Any


BETTER = attrgetter("worth", "on_the_way")


def best_together(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    """The first move of the lines that end with the most points."""
    world = game.imagine(view, seat, Chance(chance.salt("world", 0)))
    points = points_after(game, view, seat, moves)
    order = chance.order("moves", len(moves))
    lines = [Line(points[at], points[at], at, frozenset([moves[at]]), world, moves[at]) for at in order]
    best = _by_first(_followed(game, lines))
    return moves[max(best, key=best.__getitem__)]


def _followed(game: Game, lines: Sequence[Line]) -> Sequence[Line]:
    for _ in range(DEEP - 1):
        kept = [_made(game, line) for line in nlargest(WIDE, lines, key=BETTER)]
        if not game.to_move(kept[0].state):
            return kept
        lines = _further(game, kept)
    return lines


def _made(game: Game, line: Line) -> Line:
    """With its last move made, and all that follows by itself."""
    state = after(game, line.state, game.to_move(line.state)[0], line.last)
    return line._replace(state=settled(game, state), last=None)


def _further(game: Game, lines: Sequence[Line]) -> list[Line]:
    """These lines one move longer. The same moves in another sequence count once."""
    found: dict[frozenset[Any], Line] = {}
    gains: dict[Any, int] = {}
    for line in lines:
        seat = game.to_move(line.state)[0]
        tried = [(move, line.moves | {move}) for move in promising(game.legal_moves(line.state, seat), gains, AGAIN)]
        new = [(move, moves) for move, moves in tried if moves not in found]
        worths = points_after(game, line.state, seat, [move for move, _ in new])
        for (move, moves), worth in zip(new, worths, strict=True):
            gains[move] = max(worth - line.worth, gains.get(move, worth - line.worth))
            found[moves] = Line(worth, line.on_the_way + worth, line.first, moves, line.state, move)
        if len(found) > MOST:
            break
    return list(found.values())


def _by_first(lines: Sequence[Line]) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for line in lines:
        found[line.first] = max((line.worth, line.on_the_way), found.get(line.first, (line.worth, line.on_the_way)))
    return found
