"""A few moves ahead, all chosen for the points of one seat; in cooperative games those are everybody's points.

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
WIDE = 40  # positions kept after each move
AGAIN = 10  # moves tried again in each of these positions: those that gained most in earlier ones
MOST = 3000  # positions weighed at each depth; every move of the last one is weighed


class Line(NamedTuple):
    """A way the match may go on: its moves, sorted by hash, the first of them, and the state that they lead to.

    `on_the_way` adds up what it was worth after each move: of two equal ends, the one with earlier gains is better.
    """

    moves: tuple[Any, ...]
    first: Any
    state: Any
    worth: int
    on_the_way: int


BETTER = attrgetter("worth", "on_the_way")


def best_way_on(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    """The first move of the line that leads to the most points in one imagined world."""
    lines = ways_on(game, seat, view, moves, chance)
    most = BETTER(lines[0])
    equals = list(dict.fromkeys(line.first for line in lines if BETTER(line) == most))
    return equals[chance.below("move", len(equals))]


def ways_on(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> list[Line]:
    """The lines that begin with one of these moves and were followed to full depth, best first."""
    state = game.imagine(view, seat, chance)
    lines = [_line(game, Line((), move, state, 0, 0), seat, move) for move in moves]
    for _ in range(DEEP - 1):
        best = nlargest(WIDE, lines, key=BETTER)
        lines = _further(game, [line._replace(state=settled(game, line.state)) for line in best])
    return sorted(lines, key=BETTER, reverse=True)


def _further(game: Game, lines: Iterable[Line]) -> list[Line]:
    """These lines one move longer, best lines first. The same moves in another sequence count once."""
    found: dict[tuple[Any, ...], Line] = {}
    gains: dict[Any, int] = {}
    for line in lines:
        called = game.to_move(line.state)
        if not called:
            found[line.moves] = line
            continue
        for move in promising(game.legal_moves(line.state, called[0]), gains, AGAIN):
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


def promising(moves: Iterable[Any], gains: dict[Any, int], again: int) -> list[Any]:
    """Every untried move, and of the others those `again` that gained most elsewhere."""
    tried = [move for move in moves if move in gains]
    return [move for move in moves if move not in gains] + nlargest(again, tried, key=gains.__getitem__)


def _together(moves: tuple[Any, ...], move: Any) -> tuple[Any, ...]:
    """The same for the same moves, in whatever sequence they were made."""
    return tuple(sorted((*moves, move), key=hash))
