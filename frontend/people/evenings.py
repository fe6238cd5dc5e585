"""Evenings: counts of real tables that a person keeps on a page of their own. Nobody else reads them.

Key: the hash `person:<id>:evenings` holds each as JSON, by its id. It is forgotten as long after the last visit as a
browser forgets its cookie.
"""

import json
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple

import redis

from shared.errors import NotAllowed
from shared.ledger.redis import answering

KEPT = timedelta(days=400)
MOST = 100  # of one person


class Player(NamedTuple):
    """`points` and `place` are None for those who shared a city."""

    name: str
    points: int | None
    place: int | None


class Evening(NamedTuple):
    """`at` is when it was kept, `address` the count itself. Those who shared a city have `points` and a `target`."""

    at: str
    game: str
    address: str
    players: Sequence[Player]
    points: int | None = None
    target: int | None = None

    @property
    def id(self) -> str:
        """The same count of the same day is kept once."""
        return sha256(f"{self.at[:10]} {self.address}".encode()).hexdigest()[:16]


class Evenings:
    """Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client

    def keep(self, person: str, evening: Evening) -> None:
        """Raises NotAllowed if there are too many: none is lost without being asked for."""
        key = _key(person)
        with answering():
            if self.redis.hlen(key) >= MOST and not self.redis.hexists(key, evening.id):
                raise NotAllowed("you have kept {most} evenings: remove one first", most=MOST)
            with self.redis.pipeline() as pipe:
                pipe.hset(key, evening.id, json.dumps(evening._asdict(), ensure_ascii=False))
                pipe.expire(key, KEPT)
                pipe.execute()

    def of(self, person: str) -> list[Evening]:
        """The newest first."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            pipe.hvals(_key(person))
            pipe.expire(_key(person), KEPT)
            stored = pipe.execute()[0]
        return sorted((_read(each) for each in stored), key=lambda each: each.at, reverse=True)

    def remove(self, person: str, id_: str) -> None:
        with answering():
            self.redis.hdel(_key(person), id_)


def _read(stored: str) -> Evening:
    found = json.loads(stored)
    return Evening(**{**found, "players": [Player(*each) for each in found["players"]]})


def _key(person: str) -> str:
    return f"person:{person}:evenings"
