"""All event types of this release: the platform's, and those of every game there is."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from shared.ledger.codec import Registry
from shared.rules import platform


def tables() -> list[Mapping[str, type]]:
    games = import_module("shared.rules.games").GAMES if find_spec("shared.rules.games") else {}
    return [platform.EVENTS, *(game.events for game in games.values())]


REGISTRY = Registry(*tables())
