"""All games, by their short names."""

from collections.abc import Mapping

from shared.rules.game import Game
from shared.rules.quadropolis import GAME as QUADROPOLIS
from shared.rules.sprawlopolis import GAME as SPRAWLOPOLIS

GAMES: Mapping[str, Game] = {game.slug: game for game in (QUADROPOLIS, SPRAWLOPOLIS)}
