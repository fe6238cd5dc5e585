"""Some moves ahead for everybody's points, in one imagined world or as far as the seat knows.

Only the lines that are kept are really played: what they are worth after each other move comes from the game at once.
So more lines are followed, and further, than `beam.py` can. A first move is as good as the best line that begins with
it.

Source: beam search (Lowerre, 1976), as in `beam.py`.
"""

from collections.abc import Callable, Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Any, NamedTuple

from shared.bots.beam import promising
from shared.bots.trying import after, points_after, settled, worth_after
from shared.games.chance import Chance
from shared.games.game import Game

DEEP = 4  # moves


class Search(NamedTuple):
    """How far lines are followed: `wide` of them are kept after each move, and `again` of the moves that were tried
    after one of these are tried after the others; at each depth `most` positions are weighed, and those after one line
    more.

    `worths` says what lines are worth after each of some moves, `goes_on` what follows a move by itself.
    """

    wide: int
    again: int
    most: int
    worths: Callable[[Game, Any, int, Sequence[Any]], Sequence[int]]
    goes_on: Callable[[Game, Any], Any]


def _stays(_: Game, state: Any) -> Any:
    return state


IN_A_WORLD = Search(12, 30, 3000, points_after, settled)
AS_FAR_AS_KNOWN = Search(24, 60, 9000, worth_after, _stays)


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
    """The first move of the lines that end with the most points in an imagined world."""
    world = game.imagine(view, seat, Chance(chance.salt("world", 0)))
    return _best(game, seat, world, moves, chance, IN_A_WORLD)


def best_as_known(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    """The first move of the lines after which most is expected, with nothing but what the view shows.

    What is hidden stays hidden: nobody plays it, and nothing is drawn, so luck decides between equal lines only.
    """
    return _best(game, seat, view, moves, chance, AS_FAR_AS_KNOWN)


def _best(game: Game, seat: int, state: Any, moves: Sequence[Any], chance: Chance, search: Search) -> Any:
    worths = search.worths(game, state, seat, moves)
    order = chance.order("moves", len(moves))
    lines = [Line(worths[at], worths[at], at, frozenset([moves[at]]), state, moves[at]) for at in order]
    best = _by_first(_followed(game, lines, search))
    return moves[max(best, key=best.__getitem__)]


def _followed(game: Game, lines: Sequence[Line], search: Search) -> Sequence[Line]:
    for _ in range(DEEP - 1):
        kept = [_made(game, line, search) for line in nlargest(search.wide, lines, key=BETTER)]
        lines = _further(game, kept, search) if game.to_move(kept[0].state) else []
        if not lines:  # the match is over, or nothing more is known
            return kept
    return lines


def _made(game: Game, line: Line, search: Search) -> Line:
    """With its last move made, and all that follows by itself."""
    state = after(game, line.state, game.to_move(line.state)[0], line.last)
    return line._replace(state=search.goes_on(game, state), last=None)


def _further(game: Game, lines: Sequence[Line], search: Search) -> list[Line]:
    """These lines one move longer. The same moves in another sequence count once."""
    found: dict[frozenset[Any], Line] = {}
    gains: dict[Any, int] = {}
    for line in lines:
        seat = game.to_move(line.state)[0]
        legal = game.legal_moves(line.state, seat)
        tried = [(move, line.moves | {move}) for move in promising(legal, gains, search.again)]
        new = [(move, moves) for move, moves in tried if moves not in found]
        worths = search.worths(game, line.state, seat, [move for move, _ in new])
        for (move, moves), worth in zip(new, worths, strict=True):
            gains[move] = max(worth - line.worth, gains.get(move, worth - line.worth))
            found[moves] = Line(worth, line.on_the_way + worth, line.first, moves, line.state, move)
        if len(found) > search.most:
            break
    return list(found.values())


def _by_first(lines: Sequence[Line]) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for line in lines:
        found[line.first] = max((line.worth, line.on_the_way), found.get(line.first, (line.worth, line.on_the_way)))
    return found
