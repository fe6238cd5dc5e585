"""What a bot plays at a seat: the same function whether a worker asks it now, or somebody runs it again later."""

from collections.abc import Callable
from typing import Any

from shared.bots.mind import Mind
from shared.games.game import Game
from shared.platform.match.state import Match

Make = Callable[[Game, int], Mind]
"""Makes the mind of one version of a bot for a game and a seat, anew for each turn."""


def move_by(make: Make, match: Match, seat: int) -> Any:
    """From what the seat sees now, the moves that are legal there, and the bot's luck in this turn."""
    game, view = match.rules, match.view(seat)
    return make(game, seat)(view, game.legal_moves(view, seat), match.bot_chance(seat))
