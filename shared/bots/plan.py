"""Some turns ahead in a competitive match, where everybody takes what promises most (`Game.promises`).

What the next turns bring and what a move leaves to others is played out; what comes after them, promises foresee. The
plan ends before anything is dealt that nobody can know, so in the last round it is played to the very end.

Source: rollouts of a base policy, cut off and estimated (Tesauro and Galperin, 1996), as in `rollouts.py`.
"""

from collections.abc import Sequence
from heapq import nlargest
from typing import Any, NamedTuple

from shared.bots.trying import after, promised, settled
from shared.games.chance import Chance
from shared.games.game import Game
from shared.games.promises import THOUSAND

FIRST = 6  # moves played out at most, those that promise most; at least 2
TURNS = 16  # of everybody, played out at most after each of these
MOST = 12000  # positions weighed in all, if the other lines are as long as the first


class Line(NamedTuple):
    """By how much the seat gains more than the average of all, and how many positions were weighed on the way."""

    lead: int
    weighed: int


def best_by_plan(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance, first: int = FIRST) -> Any:
    """The move after which the seat gains most, compared with what the others gain on average."""
    promises = promised(game, view, seat, moves).each
    order = chance.order("moves", len(moves))
    tried = nlargest(first, order, key=promises.__getitem__)
    if len(tried) == 1:
        return moves[tried[0]]
    world = game.imagine(view, seat, chance)
    lines = [_followed(game, world, seat, moves[tried[0]], promises[tried[0]])]
    affordable = max(2, MOST // max(1, lines[0].weighed))
    lines += [_followed(game, world, seat, moves[at], promises[at]) for at in tried[1:affordable]]
    leads = {at: line.lead for at, line in zip(tried, lines, strict=False)}
    return moves[max(leads, key=leads.__getitem__)]


def _followed(game: Game, world: Any, seat: int, move: Any, gain: int) -> Line:
    """The line that begins with this move. Gains are in thousandths of a point: what is promised on the way, or what
    there is at the end of the match. A larger lead means better against the others as well."""
    before = game.result(world).points
    gains, known = [0] * len(before), _dealt(game, world)
    gains[seat] += gain
    state, weighed = settled(game, after(game, world, seat, move)), 0
    for _ in range(TURNS):
        called = game.to_move(state)
        if not called or _dealt(game, state) != known:
            break
        moves = game.legal_moves(state, called[0])
        each = promised(game, state, called[0], moves).each
        most = max(range(len(moves)), key=each.__getitem__)
        gains[called[0]] += each[most]
        state, weighed = settled(game, after(game, state, called[0], moves[most])), weighed + len(moves)
    if not game.to_move(state):
        gains = [THOUSAND * (then - now) for then, now in zip(game.result(state).points, before, strict=True)]
    return Line(len(gains) * gains[seat] - sum(gains), weighed)


def _dealt(game: Game, state: Any) -> Any:
    return game.dealt(state) if game.dealt else None
