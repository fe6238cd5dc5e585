"""What minds do with an imagined state: try a move and see what follows."""

from collections.abc import Sequence
from typing import Any

from shared.games.chance import Chance
from shared.games.game import Game
from shared.games.promises import THOUSAND, Promises


def begun(game: Game, seats: int, options: Any, chance: Chance) -> Any:
    """The state of a match in which somebody is called for the first time."""
    state = game.initial(seats, options, game.rules)
    for event in game.setup(seats, options, chance):
        state = game.evolve(state, event)
    return settled(game, state)


def after(game: Game, state: Any, seat: int, move: Any) -> Any:
    """The state after the move alone, without what follows by itself."""
    for event in game.decide(state, seat, move):
        state = game.evolve(state, event)
    return state


def settled(game: Game, state: Any) -> Any:
    """The state once everything that follows by itself has happened: somebody is called, or the match is over."""
    while events := game.follow(state):
        for event in events:
            state = game.evolve(state, event)
    return state


def worth_most(game: Game, state: Any, seat: int, moves: Sequence[Any]) -> list[Any]:
    """The moves that give the seat the most points at once."""
    points = points_after(game, state, seat, moves)
    most = max(points)
    return [move for move, worth in zip(moves, points, strict=True) if worth == most]


def points_after(game: Game, state: Any, seat: int, moves: Sequence[Any]) -> Sequence[int]:
    """The seat's points after each of these moves alone."""
    if game.points_after:
        return game.points_after(state, seat, moves)
    return [game.points(after(game, state, seat, move), seat) for move in moves]


def worth_after(game: Game, state: Any, seat: int, moves: Sequence[Any]) -> Sequence[int]:
    """What the seat's points after each of these moves are expected to become; of a game that expects nothing, they
    stay as they are. In thousandths of a point."""
    if game.worth_after:
        return game.worth_after(state, seat, moves)
    return [THOUSAND * points for points in points_after(game, state, seat, moves)]


def promised(game: Game, state: Any, seat: int, moves: Sequence[Any]) -> Promises:
    """What each of these moves promises; of a game that promises nothing, what it brings at once."""
    if game.promises:
        return game.promises(state, seat, moves)
    return Promises([THOUSAND * points for points in points_after(game, state, seat, moves)], None)
