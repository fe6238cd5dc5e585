"""The mail address of an account: optional, confirmed, and of one account only. A mailed link signs in.

Keys: the field `address` of the hash `person:<id>`, and the hash `people:addresses` from an address's digest to the id.
It has nothing to do with the address at which somebody is called (frontend/people/ways.py): to end those mails with one
click must not cost anybody their way back.
"""

from hashlib import sha256
from typing import Any

import redis

from shared.errors import Malformed
from shared.ledger.redis import answering
from shared.people.standing import ACCOUNT
from shared.platform.player import as_player
from shared.variables import MAIL

ADDRESSES = "people:addresses"
# KEYS: the addresses, the person. ARGV: id, the new address and its digest (empty: none), the digest of the old one.
TAKE = """
local owner = redis.call('HGET', KEYS[1], ARGV[3])
if owner and owner ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[1], ARGV[4]) == ARGV[1] then redis.call('HDEL', KEYS[1], ARGV[4]) end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[2], 'address')
else
  redis.call('HSET', KEYS[1], ARGV[3], ARGV[1])
  redis.call('HSET', KEYS[2], 'address', ARGV[2])
end
return 1
"""


class Addresses:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client
        self._take: Any = self.redis.register_script(TAKE)

    def of(self, person: str) -> str | None:
        with answering():
            found: str | None = self.redis.hget(as_player(person), "address")
        return found

    def owner(self, digest: str) -> str | None:
        """Whose account has the address with this digest; None where the account was closed, or is erased."""
        with answering():
            person: str | None = self.redis.hget(ADDRESSES, digest)
            state = self.redis.hget(as_player(person), "state") if person else None
        return person if state == ACCOUNT else None

    def take(self, person: str, address: str) -> bool:
        """In place of the one before. False if another account has it."""
        return self._written(person, address, digest_of(address))

    def forget(self, person: str) -> None:
        self._written(person, "", "")

    def _written(self, person: str, address: str, digest: str) -> bool:
        old = self.of(person)
        args = [person, address, digest, digest_of(old) if old else ""]
        with answering():
            return bool(self._take(keys=[ADDRESSES, as_player(person)], args=args))


def checked(address: str) -> str:
    """As it was typed, without blanks around it. Raises Malformed."""
    address = address.strip()
    if not MAIL.fullmatch(address):
        raise Malformed("this is no mail address: {address}", address=address[:100], fields={})
    return address


def digest_of(address: str) -> str:
    """Whoever reads `people:addresses` finds no address in it."""
    return sha256(address.strip().lower().encode()).hexdigest()
