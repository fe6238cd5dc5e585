"""A bot that plays any legal move."""

from collections.abc import Sequence
from typing import Any

from shared.bots.mind import Mind
from shared.games.chance import Chance
from shared.games.game import Game


def any_move(game: Game, seat: int) -> Mind:
    return _pick


def _pick(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    return moves[chance.below("move", len(moves))]
