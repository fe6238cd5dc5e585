"""What belongs to one account only, and leads back to it: a mail address, or who somebody is at a provider.

Keys: a field of the hash `person:<id>`, and a hash from the digest of what it holds to the id.
"""

from abc import ABC, abstractmethod
from typing import Any

import redis

from shared.ledger.redis import answering
from shared.people.standing import ACCOUNT
from shared.platform.player import as_player

# KEYS: the digests, the person. ARGV: the id, the field, the new value and its digest (empty: none), the old digest.
# Nothing is kept of who was closed or erased meanwhile. A guest whose sign-up was cut off in the middle owns nothing.
TAKE = """
local state = redis.call('HGET', KEYS[2], 'state')
if state and state ~= 'account' then return 0 end
local owner = redis.call('HGET', KEYS[1], ARGV[4])
if owner and owner ~= ARGV[1] then
  local other = 'person:' .. owner
  if redis.call('HGET', other, 'state') then return 0 end
  redis.call('HDEL', other, ARGV[2])
end
if redis.call('HGET', KEYS[1], ARGV[5]) == ARGV[1] then redis.call('HDEL', KEYS[1], ARGV[5]) end
if ARGV[4] == '' then
  redis.call('HDEL', KEYS[2], ARGV[2])
else
  redis.call('HSET', KEYS[1], ARGV[4], ARGV[1])
  redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
end
return 1
"""


class Unique(ABC):
    """`client` decodes what it reads. Everything here raises Unavailable."""

    key, field = "", ""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client
        self._take: Any = self.redis.register_script(TAKE)

    @staticmethod
    @abstractmethod
    def digest(value: str) -> str:
        """By which a value is found and from which nobody finds it."""

    def of(self, person: str) -> str | None:
        with answering():
            found: str | None = self.redis.hget(as_player(person), self.field)
        return found

    def owner(self, digest: str) -> str | None:
        """Whose account it leads to; None where that was closed, or is erased."""
        with answering():
            person: str | None = self.redis.hget(self.key, digest)
            state = self.redis.hget(as_player(person), "state") if person else None
        return person if state == ACCOUNT else None

    def take(self, person: str, value: str) -> bool:
        """In place of the one before. False if it belongs to somebody else, or if this person is closed or erased."""
        return self._written(person, value, self.digest(value))

    def forget(self, person: str) -> None:
        self._written(person, "", "")

    def _written(self, person: str, value: str, digest: str) -> bool:
        old = self.of(person)
        args = [person, self.field, value, digest, self.digest(old) if old else ""]
        with answering():
            return bool(self._take(keys=[self.key, as_player(person)], args=args))
