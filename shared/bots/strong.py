"""The strongest bot: it plans by what moves promise, in worlds imagined from its view."""

from collections.abc import Sequence
from typing import Any

from shared.bots.look_ahead import is_against_others
from shared.bots.mind import Mind
from shared.bots.plan import best_by_plan
from shared.bots.together import best_as_known, best_together
from shared.games.chance import Chance
from shared.games.game import Game


def strong(game: Game, seat: int) -> Mind:
    def best(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
        if is_against_others(game, view):
            return best_by_plan(game, seat, view, moves, chance)
        plays = best_as_known if game.worth_after else best_together
        return plays(game, seat, view, moves, chance)

    return best


def strong_1(game: Game, seat: int) -> Mind:
    """Its first version, which asked no game what a position is worth."""

    def best(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
        plays = best_by_plan if is_against_others(game, view) else best_together
        return plays(game, seat, view, moves, chance)

    return best
