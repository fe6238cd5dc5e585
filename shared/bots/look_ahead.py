"""A bot that thinks some moves ahead, in a world imagined from its view: it goes on from the best positions it found.

Source: beam search (Lowerre, The Harpy speech recognition system, 1976). Others answer with what is worth most to them
at once; where all play together, it chooses for them too.
"""

from collections.abc import Iterable, Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Any, NamedTuple

from shared.bots.mind import Mind
from shared.rules.chance import Chance
from shared.rules.game import Game

DEEP = 3  # moves that it chooses
WIDE = 40  # positions that it goes on from after each of them
AGAIN = 10  # moves that are tried in every one of these: those that brought most in the ones before
MOST = 3000  # positions that it weighs for each of its moves, but for the rest of the last one's moves


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


def look_ahead(game: Game, seat: int) -> Mind:
    def best(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
        lines = foreseen(game, seat, game.imagine(view, seat, chance), moves)
        most = BETTER(lines[0])
        equals = list(dict.fromkeys(line.first for line in lines if BETTER(line) == most))
        return equals[chance.below("move", len(equals))]

    return best


def foreseen(game: Game, seat: int, state: Any, moves: Sequence[Any]) -> list[Line]:
    """The best ways on that begin with one of these moves of the seat, the best first."""
    now = game.result(state)
    others = tuple(other for other in range(len(now.points)) if other != seat and now.target is None)
    thinker = _Thinker(game, seat, others)
    lines = [thinker.line(Line((), move, state, 0, 0), seat, move) for move in moves]
    for _ in range(DEEP - 1):
        lines = thinker.further(thinker.answered(lines))
    return thinker.answered(lines)


class _Thinker(NamedTuple):
    """Plays for one seat against others, or for all of them: nobody is against them."""

    game: Game
    seat: int
    others: tuple[int, ...]

    def further(self, lines: Iterable[Line]) -> list[Line]:
        """By one move of its own. What led to the same in another order is there once."""
        found: dict[tuple[Any, ...], Line] = {}
        gains: dict[Any, int] = {}
        for line in lines:
            called = self.game.to_move(line.state)
            if not called:
                found[line.moves] = line
                continue
            mover = self.seat if self.others else called[0]
            for move in promising(self.game.legal_moves(line.state, mover), gains):
                moves = together(line.moves, move)
                if moves not in found:
                    found[moves] = further = self.line(line, mover, move)
                    gains[move] = max(further.worth - line.worth, gains.get(move, further.worth - line.worth))
            if len(found) > MOST:
                break
        return list(found.values())

    def line(self, before: Line, mover: int, move: Any) -> Line:
        state = after(self.game, before.state, mover, move)
        worth = self.worth(state)
        return Line(together(before.moves, move), before.first, state, worth, before.on_the_way + worth)

    def answered(self, lines: Iterable[Line]) -> list[Line]:
        """The best of them, up to where it chooses again, the best first."""
        best = nlargest(WIDE, lines, key=BETTER)
        if not self.others:
            return [line._replace(state=settled(self.game, line.state)) for line in best]
        answered = [(line, self.answers(line.state)) for line in best]
        new = [line._replace(state=state, worth=self.worth(state)) for line, state in answered]
        return sorted(new, key=BETTER, reverse=True)

    def answers(self, state: Any) -> Any:
        """Where the others leave it, when each takes what is worth most to him at once."""
        game, state = self.game, settled(self.game, state)
        while (called := game.to_move(state)) and self.seat not in called:
            other = called[0]
            states = (after(game, state, other, move) for move in game.legal_moves(state, other))
            state = settled(game, max(states, key=lambda state: game.points(state, other)))
        return state

    def worth(self, state: Any) -> int:
        """In points; against others those more than the best of them has."""
        points = self.game.points
        return points(state, self.seat) - max((points(state, other) for other in self.others), default=0)


def promising(moves: Iterable[Any], gains: dict[Any, int]) -> list[Any]:
    """Those that nobody tried, and the best others, by what they brought elsewhere."""
    tried = [move for move in moves if move in gains]
    return [move for move in moves if move not in gains] + nlargest(AGAIN, tried, key=gains.__getitem__)


def together(moves: tuple[Any, ...], move: Any) -> tuple[Any, ...]:
    """The same for the same moves, in whatever order they came."""
    return tuple(sorted((*moves, move), key=hash))


def after(game: Game, state: Any, seat: int, move: Any) -> Any:
    for event in game.decide(state, seat, move):
        state = game.evolve(state, event)
    return state


def settled(game: Game, state: Any) -> Any:
    """Until somebody is called, or all is over."""
    while events := game.follow(state):
        for event in events:
            state = game.evolve(state, event)
    return state
