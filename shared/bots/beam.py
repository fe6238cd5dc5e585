"""Some moves ahead, all of them chosen for the points of one seat, which in cooperative games are everybody's.

Source: beam search (Lowerre, The Harpy speech recognition system, 1976).
"""

from collections.abc import Iterable, Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Any, NamedTuple

from shared.bots.trying import after, settled
from shared.games.chance import Chance
from shared.games.game import Game

DEEP = 3  # moves
WIDE = 40  # positions that it goes on from after each of them
AGAIN = 10  # moves that are tried in every one of these: those that brought most in the ones before
MOST = 3000  # positions weighed for each of the moves, but for the rest of the last position's


class Line(NamedTuple):
    """A way in which the match may go on: its moves in an order of no meaning, the first one, where they lead to.

    `on_the_way` is the sum of what it was worth after each move: of equal ends the one that comes sooner is better.
    """

    moves: tuple[Any, ...]
    first: Any
    state: Any
    worth: int
    on_the_way: int


BETTER = attrgetter("worth", "on_the_way")


def best_way_on(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    """The first of the moves that lead to the most points in one imagined world."""
    lines = ways_on(game, seat, view, moves, chance)
    most = BETTER(lines[0])
    equals = list(dict.fromkeys(line.first for line in lines if BETTER(line) == most))
    return equals[chance.below("move", len(equals))]


def ways_on(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> list[Line]:
    """Those that begin with one of these moves and that it followed to the last, the best first."""
    state = game.imagine(view, seat, chance)
    lines = [_line(game, Line((), move, state, 0, 0), seat, move) for move in moves]
    for _ in range(DEEP - 1):
        best = nlargest(WIDE, lines, key=BETTER)
        lines = _further(game, [line._replace(state=settled(game, line.state)) for line in best])
    return sorted(lines, key=BETTER, reverse=True)


def _further(game: Game, lines: Iterable[Line]) -> list[Line]:
    """By one move, the best lines first. What leads to the same in another order is there once."""
    found: dict[tuple[Any, ...], Line] = {}
    gains: dict[Any, int] = {}
    for line in lines:
        called = game.to_move(line.state)
        if not called:
            found[line.moves] = line
            continue
        for move in _promising(game.legal_moves(line.state, called[0]), gains):
            moves = _together(line.moves, move)
            if moves not in found:
                found[moves] = further = _line(game, line, called[0], move)
                gains[move] = max(further.worth - line.worth, gains.get(move, further.worth - line.worth))
        if len(found) > MOST:
            break
    return list(found.values())


def _line(game: Game, before: Line, mover: int, move: Any) -> Line:
    state = after(game, before.state, mover, move)
    worth = game.points(state, mover)
    return Line(_together(before.moves, move), before.first, state, worth, before.on_the_way + worth)


def _promising(moves: Iterable[Any], gains: dict[Any, int]) -> list[Any]:
    """Those that nobody tried, and the best others, by what they brought elsewhere."""
    tried = [move for move in moves if move in gains]
    return [move for move in moves if move not in gains] + nlargest(AGAIN, tried, key=gains.__getitem__)


def _together(moves: tuple[Any, ...], move: Any) -> tuple[Any, ...]:
    """The same for the same moves, in whatever order they came."""
    return tuple(sorted((*moves, move), key=hash))
