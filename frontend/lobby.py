"""What matchmaking's listener keeps ready for the front page: rows of tables and matches, and who takes part in which."""

import json
from dataclasses import dataclass, fields
from typing import Any

import redis

VERSION = "lobby:version"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A table or a match; `players` by seat, None where nobody sits; `called` are players. Unknown fields are let go."""

    id: str
    game: str
    players: tuple[str | None, ...]
    status: str
    seats: int
    at: str
    opener: str | None = None
    listed: bool = True
    called: tuple[str, ...] = ()
    points: tuple[int, ...] | None = None
    places: tuple[int | None, ...] | None = None

    def has(self, player: str) -> bool:
        return player in self.players or player == self.opener


FIELDS = {field.name for field in fields(Row)}


def row_of(text: str) -> Row:
    said = {name: value for name, value in json.loads(text).items() if name in FIELDS}
    return Row(**{name: tuple(value) if isinstance(value, list) else value for name, value in said.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """One look at the lobby; `version` counts its changes and never goes back. `taken_part` are a person's ids."""

    version: int
    tables: list[Row]
    matches: list[Row]
    taken_part: frozenset[str]


class Lobby:
    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client

    def version(self) -> int:
        return int(self.redis.get(VERSION) or 0)

    def rows(self, person: str | None) -> Rows:
        """The version is read first: what changes meanwhile is shown again later, never missed."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.get(VERSION)
            pipe.hvals("lobby:tables")
            pipe.hvals("lobby:matches")
            pipe.smembers(f"person:{person}:tables")
            version, tables, matches, taken_part = pipe.execute()
        return Rows(
            version=int(version or 0),
            tables=[row_of(text) for text in tables],
            matches=[row_of(text) for text in matches],
            taken_part=frozenset(taken_part),
        )
