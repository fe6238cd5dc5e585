"""A bot that takes what is worth most to it at once, and never thinks of tomorrow or of others."""

from collections.abc import Sequence
from typing import Any

from shared.bots.mind import Mind
from shared.bots.trying import after
from shared.rules.chance import Chance
from shared.rules.game import Game


def greedy(game: Game, seat: int) -> Mind:
    def best(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
        state = game.imagine(view, seat, chance)
        points = [game.points(after(game, state, seat, move), seat) for move in moves]
        most = max(points)
        equals = [move for move, worth in zip(moves, points, strict=True) if worth == most]
        return equals[chance.below("move", len(equals))]

    return best
