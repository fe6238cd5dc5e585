"""Personal links: whoever opens one is the same person in another browser, until its owner revokes it.

Keys: the hash `person:<id>:links` holds a serial number by table, `person:link:<digest>` whose link has that digest.
The link itself is kept nowhere: it is made from the serial number and the key of this instance, so that only its
owner's pages can show it, and nobody who reads the server's memory. Without its serial number no link works: whoever
deletes the hash of a person ends all of theirs.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple

import redis

from shared.ledger.redis import answering

KEPT = timedelta(days=400)  # as long as a browser keeps a cookie


class Seat(NamedTuple):
    """Whose link it is, and of which table or match."""

    person: str
    id: str


class Links:
    """Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis", key: bytes) -> None:
        self.redis: Any = client
        self.key = hmac.digest(key, b"personal links", "sha256")

    def made(self, seat: Seat) -> str:
        """The seat's token, a new one if there is none."""
        with answering(), self.redis.pipeline() as pipe:  # one step: it may be revoked in another tab just now
            pipe.hsetnx(_serials(seat.person), seat.id, secrets.token_hex(16))
            pipe.expire(_serials(seat.person), KEPT)
            pipe.hget(_serials(seat.person), seat.id)
            serial = pipe.execute()[-1]
        token = self._token(seat, serial)
        with answering(), self.redis.pipeline() as pipe:
            pipe.hset(_key(token), mapping=seat._asdict())
            pipe.expire(_key(token), KEPT)
            pipe.execute()
        return token

    def of(self, seat: Seat) -> str | None:
        serial = self._serial(seat)
        return None if serial is None else self._token(seat, serial)

    def _serial(self, seat: Seat) -> str | None:
        with answering():
            found: str | None = self.redis.hget(_serials(seat.person), seat.id)
        return found

    def _token(self, seat: Seat, serial: str) -> str:
        named = f"{seat.person}:{seat.id}:{serial}".encode()
        return urlsafe_b64encode(hmac.digest(self.key, named, "sha256")).decode().rstrip("=")

    def revoke(self, seat: Seat) -> None:
        if token := self.of(seat):
            with answering():
                self.redis.delete(_key(token))
                self.redis.hdel(_serials(seat.person), seat.id)

    def revoke_all(self, person: str) -> None:
        with answering():
            serials = self.redis.hgetall(_serials(person))
            tokens = [self._token(Seat(person, id_), serial) for id_, serial in serials.items()]
            self.redis.delete(_serials(person), *map(_key, tokens))

    def find(self, token: str) -> Seat | None:
        """None if nobody has this link, or nobody has it any more."""
        with answering():
            found = self.redis.hgetall(_key(token))
        if not found:
            return None
        seat = Seat(found["person"], found["id"])
        serial = self._serial(seat)
        return seat if serial and hmac.compare_digest(self._token(seat, serial), token) else None


def _serials(person: str) -> str:
    return f"person:{person}:links"


def _key(token: str) -> str:
    return f"person:link:{sha256(token.encode()).hexdigest()}"
