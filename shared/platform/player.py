"""Players, parsed from the text that the ledger keeps.

Stored players stay texts, `person:<id>` or `bot:<name>@<version>`: docs/ledger.md, "Envelope".
"""

from functools import lru_cache
from typing import NamedTuple

PERSON = "person"
BOT = "bot"
OPERATOR = "operator"


class Player(NamedTuple):
    """`name` is a person's id or a bot's name; only bots have a version, and every bot in the ledger has one."""

    kind: str
    name: str
    version: str | None = None

    def __str__(self) -> str:
        """The text that the ledger keeps."""
        return f"{self.kind}:{self.name}" + ("" if self.version is None else f"@{self.version}")

    @property
    def is_person(self) -> bool:
        return self.kind == PERSON

    @property
    def is_bot(self) -> bool:
        return self.kind == BOT


@lru_cache(4096)
def player_from(text: str) -> Player:
    """Takes any text; whoever may stand in the ledger comes back letter by letter.

    Services and operators have kinds of their own and never sit at a table.
    """
    kind, _, name = text.partition(":")
    if kind != BOT:
        return Player(kind, name)
    name, at, version = name.partition("@")
    return Player(kind, name, version if at else None)


def as_player(id_: str) -> str:
    """The player with this person's id."""
    return str(Player(PERSON, id_))


def as_operator(id_: str) -> str:
    """Who acts where this person does what only operators may. Such a name never sits at a table."""
    return str(Player(OPERATOR, id_))


def is_operator(player: str) -> bool:
    return player_from(player).kind == OPERATOR


def is_person(player: str) -> bool:
    return player_from(player).is_person


def is_bot(player: str) -> bool:
    return player_from(player).is_bot
