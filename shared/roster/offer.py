"""What a bot says of itself: its name and version, what it plays, and how long a move of it may take."""

import json
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from shared.games.game import Option
from shared.installed_bots import NAME
from shared.platform.player import BOT, Player

VERSION = re.compile("[1-9][0-9]{0,6}")
LAST_VERSION = 1_000_000
LONGEST_MOVE = 600  # seconds


class Kind(StrEnum):
    BUILT_IN = "built_in"
    PLUG_IN = "plug_in"
    REMOTE = "remote"


class Plays(NamedTuple):
    """Of one game: at tables with so many seats, with these values of its options; of those not named, with any."""

    seats: tuple[int, ...]
    options: Mapping[str, tuple[Option, ...]]

    def fits(self, seats: int, options: Mapping[str, Option]) -> bool:
        return seats in self.seats and all(options.get(name) in allowed for name, allowed in self.options.items())


class Offer(NamedTuple):
    """One version of a bot. `games` are what it plays, by slug; `owner` is the id of a person, None of nobody.

    A move that takes longer than `seconds` is abandoned. `at_once`: in so many matches at the same time, None of any.
    `repeatable`: it says that it plays the same again on every machine, so whoever has it can check its moves.
    """

    name: str
    version: int
    kind: Kind
    games: Mapping[str, Plays]
    seconds: int
    at_once: int | None = None
    owner: str | None = None
    repeatable: bool = False

    @property
    def player(self) -> str:
        """Its name at a seat: `bot:greedy@1`."""
        return player_of(self.name, self.version)

    def plays(self, game: str, seats: int, options: Mapping[str, Option]) -> bool:
        return game in self.games and self.games[game].fits(seats, options)


def player_of(name: str, version: int) -> str:
    return str(Player(BOT, name, str(version)))


def is_named_well(bot: Player) -> bool:
    """Whether there may be such a bot."""
    version = bot.version or ""
    return NAME.fullmatch(bot.name) is not None and VERSION.fullmatch(version) is not None


def text_of(offer: Offer) -> str:
    """As it is kept; kind and owner stand beside it, once for all versions."""
    games = {slug: {"seats": plays.seats, "options": plays.options} for slug, plays in offer.games.items()}
    said = {"games": games, "seconds": offer.seconds, "at_once": offer.at_once}
    return json.dumps({**said, "repeatable": True} if offer.repeatable else said, sort_keys=True)


def offer_from(name: str, version: int, kept: Mapping[str, str]) -> Offer | None:
    """One version of what is kept of a bot; None if nothing is."""
    if (text := kept.get(field_of(version))) is None:
        return None
    said = json.loads(text)
    games = {slug: _plays(each) for slug, each in said["games"].items()}
    kind, is_repeatable = Kind(kept["kind"]), said.get("repeatable") is True
    return Offer(name, version, kind, games, said["seconds"], said["at_once"], kept["owner"] or None, is_repeatable)


def _plays(said: Mapping[str, Any]) -> Plays:
    return Plays(tuple(said["seats"]), {name: tuple(allowed) for name, allowed in said["options"].items()})


def field_of(version: int) -> str:
    return f"version {version}"
