"""People whom somebody has chosen: a set of ids, at most so many of them, until they are taken out again."""

from typing import TYPE_CHECKING, Any, ClassVar

from shared.ledger.redis import answering
from shared.platform.player import as_player

if TYPE_CHECKING:
    import redis


class Chosen:
    """Persons are named by their ids. Everything here raises Unavailable."""

    name: ClassVar[str]  # of the set `person:<id>:<name>`
    most: ClassVar[int]  # of one person: all are read at once

    def __init__(self, client: "redis.Redis") -> None:
        """With `decode_responses` or without: ids are read either way."""
        self.redis: Any = client

    def of(self, person: str) -> frozenset[str]:
        with answering():
            return ids(self.redis.smembers(self._key(person)))

    def has(self, person: str, other: str) -> bool:
        """Whether `person` has chosen `other`."""
        with answering():
            return bool(self.redis.sismember(self._key(person), other))

    def is_full(self, person: str, other: str) -> bool:
        """Whether `other` would be one too many."""
        return len(self.of(person) - {other}) >= self.most

    def add(self, person: str, other: str) -> None:
        with answering():
            self.redis.sadd(self._key(person), other)

    def remove(self, person: str, other: str) -> None:
        with answering():
            self.redis.srem(self._key(person), other)

    def _key(self, person: str) -> str:
        return f"{as_player(person)}:{self.name}"


def ids(found: set[str] | set[bytes]) -> frozenset[str]:
    return frozenset(each.decode() if isinstance(each, bytes) else each for each in found)
