"""All games, by their short names."""

from collections.abc import Mapping

from shared.games.game import Game
from shared.games.quadropolis import GAME as QUADROPOLIS
from shared.games.sprawlopolis import GAME as SPRAWLOPOLIS

GAMES: Mapping[str, Game] = {game.slug: game for game in (QUADROPOLIS, SPRAWLOPOLIS)}
