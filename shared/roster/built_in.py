"""The minds of this release as the roster offers them: they play every game, with any options."""

from collections.abc import Mapping

from shared import bots
from shared.games.registry import GAMES
from shared.roster.offer import Kind, Offer, Plays


def built_in() -> Mapping[str, Offer]:
    """By player, each version."""
    games = {slug: Plays(tuple(game.seats), {}) for slug, game in GAMES.items()}
    return {bot.player: Offer(bot.name, bot.version, Kind.BUILT_IN, games, bot.seconds) for bot in bots.BOTS}


def is_of_this_release(player: str) -> bool:
    return any(bot.player == player for bot in bots.BOTS)


def newest_built_in() -> list[Offer]:
    return [built_in()[bots.player(name)] for name in bots.names()]
