"""A bot that thinks ahead in worlds imagined from its view: a few moves in cooperative games, to the end in others."""

from collections.abc import Sequence
from typing import Any

from shared.bots.beam import best_way_on
from shared.bots.mind import Mind
from shared.bots.rollouts import best_in_the_end
from shared.games.chance import Chance
from shared.games.game import Game


def look_ahead(game: Game, seat: int) -> Mind:
    def best(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
        plays = best_in_the_end if is_against_others(game, view) else best_way_on
        return plays(game, seat, view, moves, chance)

    return best


def is_against_others(game: Game, view: Any) -> bool:
    now = game.result(view)
    return now.target is None and len(now.points) > 1
