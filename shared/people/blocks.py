"""Whom somebody has blocked: those can't sit at this person's tables, nor talk to this person.

Keys: the set `person:<id>:blocked` holds ids of persons, until they are unblocked.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from shared.errors import NotAllowed
from shared.ledger.redis import answering

if TYPE_CHECKING:
    import redis

MOST = 1000  # blocked by one person: all of them are read whenever what others say is drawn for that person


class Blocks:
    """Persons are named by their ids. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        """With `decode_responses` or without: ids are read either way."""
        self.redis: Any = client

    def blocked_by(self, person: str) -> frozenset[str]:
        """Whom this person has blocked."""
        with answering():
            return frozenset(map(_text, self.redis.smembers(_key(person))))

    def blocked_by_each(self, persons: Iterable[str]) -> Mapping[str, frozenset[str]]:
        """The same of several persons, in one round trip; of nobody, without one."""
        asked = sorted(set(persons))
        if not asked:
            return {}
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for person in asked:
                pipe.smembers(_key(person))
            found = pipe.execute()
        return {person: frozenset(map(_text, held)) for person, held in zip(asked, found, strict=True)}

    def blocks(self, person: str, other: str) -> bool:
        """Whether `person` has blocked `other`."""
        with answering():
            return bool(self.redis.sismember(_key(person), other))

    def add(self, person: str, other: str) -> None:
        """Raises NotAllowed."""
        if len(self.blocked_by(person) - {other}) >= MOST:
            raise NotAllowed("you have blocked {most} people: unblock one first", most=MOST)
        with answering():
            self.redis.sadd(_key(person), other)

    def remove(self, person: str, other: str) -> None:
        with answering():
            self.redis.srem(_key(person), other)


def _key(person: str) -> str:
    return f"person:{person}:blocked"


def _text(said: str | bytes) -> str:
    return said.decode() if isinstance(said, bytes) else said
