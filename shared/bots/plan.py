"""Some turns ahead in a competitive match, where everybody takes what promises most (`Game.promises`).

What the next turns bring and what a move leaves to others is played out; what comes after them, promises foresee. The
plan ends before anything is dealt that nobody can know, so in the last round it is played to the very end.

Source: rollouts of a base policy, cut off and estimated (Tesauro and Galperin, 1996), as in `rollouts.py`.
"""

from collections.abc import Sequence
from heapq import nlargest
from typing import Any

from shared.bots.trying import after, promised, settled
from shared.games.chance import Chance
from shared.games.game import Game
from shared.games.promises import THOUSAND

FIRST = 6  # moves played out at most, those that promise most
TURNS = 16  # of everybody, played out at most after each of these


def best_by_plan(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance, first: int = FIRST) -> Any:
    """The move after which the seat gains most, compared with what the others gain on average."""
    promises = promised(game, view, seat, moves).each
    order = chance.order("moves", len(moves))
    tried = nlargest(first, order, key=promises.__getitem__)
    if len(tried) == 1:
        return moves[tried[0]]
    world = game.imagine(view, seat, chance)
    leads = {at: _lead(game, world, seat, moves[at], promises[at]) for at in tried}
    return moves[max(leads, key=leads.__getitem__)]


def _lead(game: Game, world: Any, seat: int, move: Any, gain: int) -> int:
    """By how much the seat gains more than the average of all seats; larger means better against the others as well."""
    gains = _gains(game, world, seat, move, gain)
    return len(gains) * gains[seat] - sum(gains)


def _gains(game: Game, world: Any, seat: int, move: Any, gain: int) -> list[int]:
    """By seat, in thousandths of a point: what is promised on the way, or what there is at the end of the match."""
    gains = [0] * len(game.result(world).points)
    gains[seat] += gain
    known = _dealt(game, world)
    state = settled(game, after(game, world, seat, move))
    for _ in range(TURNS):
        called = game.to_move(state)
        if not called or _dealt(game, state) != known:
            break
        moves = game.legal_moves(state, called[0])
        each = promised(game, state, called[0], moves).each
        most = max(range(len(moves)), key=each.__getitem__)
        gains[called[0]] += each[most]
        state = settled(game, after(game, state, called[0], moves[most]))
    if game.to_move(state):
        return gains
    before, ended = game.result(world).points, game.result(state).points
    return [THOUSAND * (then - now) for then, now in zip(ended, before, strict=True)]


def _dealt(game: Game, state: Any) -> Any:
    return game.dealt(state) if game.dealt else None
