"""Some moves ahead for everybody's points, in several imagined worlds.

Only the lines that are kept are really played: the points after each other move come from `Game.points_after`. So more
lines are followed, and further, than `beam.py` can. A first move is as good as the best line that begins with it, added
up over the worlds, so that none wins by cards that may not come.

Source: beam search (Lowerre, 1976), as in `beam.py`, with several determinizations.
"""

from collections.abc import Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Any, NamedTuple

from shared.bots.trying import after, points_after, settled
from shared.games.chance import Chance
from shared.games.game import Game

DEEP = 4  # moves
WIDE = 40  # lines kept after each move
AGAIN = 10  # moves tried again in each of these positions: those that gained most in earlier ones
WORLDS = 1
MOST = 3000  # positions weighed at each depth of each world


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
    points = points_after(game, view, seat, moves)
    order = chance.order("moves", len(moves))
    totals: dict[int, tuple[int, int]] = {}
    for number in range(WORLDS):
        world = game.imagine(view, seat, Chance(chance.salt("world", number)))
        lines = [Line(points[at], points[at], at, frozenset([moves[at]]), world, moves[at]) for at in order]
        found = _by_first(_followed(game, lines))
        least = min(found.values())
        for at in found if number == 0 else list(totals):
            ahead, way = found.get(at, least)
            before, way_before = totals.get(at, (0, 0))
            totals[at] = before + ahead, way_before + way
    return moves[max(totals, key=totals.__getitem__)]


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
        tried = [(move, line.moves | {move}) for move in _promising(game.legal_moves(line.state, seat), gains)]
        new = [(move, moves) for move, moves in tried if moves not in found]
        worths = points_after(game, line.state, seat, [move for move, _ in new])
        for (move, moves), worth in zip(new, worths, strict=True):
            gains[move] = max(worth - line.worth, gains.get(move, worth - line.worth))
            found[moves] = Line(worth, line.on_the_way + worth, line.first, moves, line.state, move)
        if len(found) > MOST:
            break
    return list(found.values())


def _promising(moves: Sequence[Any], gains: dict[Any, int]) -> list[Any]:
    """Every untried move, and the best of the others by what they gained elsewhere."""
    tried = [move for move in moves if move in gains]
    return [move for move in moves if move not in gains] + nlargest(AGAIN, tried, key=gains.__getitem__)


def _by_first(lines: Sequence[Line]) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for line in lines:
        found[line.first] = max((line.worth, line.on_the_way), found.get(line.first, (line.worth, line.on_the_way)))
    return found
