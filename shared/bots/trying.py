"""What minds do with an imagined state: try a move and see what follows."""

from collections.abc import Iterable
from typing import Any

from shared.games.game import Game


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


def worth_most(game: Game, state: Any, seat: int, moves: Iterable[Any]) -> list[tuple[Any, Any]]:
    """The moves that give the seat the most points at once, each with the state after the move alone."""
    tried = [(move, after(game, state, seat, move)) for move in moves]
    points = [game.points(new, seat) for _, new in tried]
    most = max(points)
    return [each for each, worth in zip(tried, points, strict=True) if worth == most]
