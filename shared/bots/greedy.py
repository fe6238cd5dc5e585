"""A bot that plays the move worth most to it at once, and never thinks of later turns or of others."""

from collections.abc import Sequence
from typing import Any

from shared.bots.mind import Mind
from shared.bots.trying import worth_most
from shared.games.chance import Chance
from shared.games.game import Game


def greedy(game: Game, seat: int) -> Mind:
    def best(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
        equals = worth_most(game, game.imagine(view, seat, chance), seat, moves)
        return equals[chance.below("move", len(equals))]

    return best
