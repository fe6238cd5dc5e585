"""Whom somebody follows: their page says who of these plays now. Nobody is told, and nothing else follows from it.

Keys: the set `person:<id>:follows` holds ids of persons, until they are unfollowed.
"""

from typing import TYPE_CHECKING, Any

from shared.errors import NotAllowed
from shared.ledger.redis import answering

if TYPE_CHECKING:
    import redis

MOST = 200  # followed by one person, so that a page about them all stays quick


class Follows:
    """Persons are named by their ids. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client

    def of(self, person: str) -> frozenset[str]:
        with answering():
            return frozenset(self.redis.smembers(_key(person)))

    def follows(self, person: str, other: str) -> bool:
        with answering():
            return bool(self.redis.sismember(_key(person), other))

    def add(self, person: str, other: str) -> None:
        """Raises NotAllowed."""
        if len(self.of(person) - {other}) >= MOST:
            raise NotAllowed("you follow {most} people: unfollow one first", most=MOST)
        with answering():
            self.redis.sadd(_key(person), other)

    def remove(self, person: str, other: str) -> None:
        with answering():
            self.redis.srem(_key(person), other)


def _key(person: str) -> str:
    return f"person:{person}:follows"
