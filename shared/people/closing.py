"""What an operator can do about a person: mute them for a time, and close whoever they are here.

Keys: the fields `muted`, `state`, `closed` and `roles` of the hash `person:<id>`; `person:<id>:sessions`,
`person:<id>:tokens` and what those name.
"""

import json
from contextlib import suppress
from typing import Any

import redis

from shared.errors import NotAllowed
from shared.ledger.redis import answering
from shared.people.news import tell
from shared.people.register import now
from shared.people.standing import ACCOUNT, CLOSED, FORMER
from shared.platform.player import as_player

DAY = 86_400_000  # milliseconds
MUTES = {"day": DAY, "week": 7 * DAY}  # how long an operator may mute somebody, beside for good
FOR_GOOD = 253_402_300_799_000  # the last moment of the year 9999
WAS_GUEST = "guest"  # in `closed`: what to be again when reopened


class Closing:
    """`client` decodes what it reads. Everything here raises Unavailable, and is safe to repeat."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client

    def mute(self, person: str, how_long: str) -> int:
        """Until when, in milliseconds since 1970; anything but a day or a week is for good. Raises NotAllowed."""
        until = now() + MUTES[how_long] if how_long in MUTES else FOR_GOOD
        self._write(person, lambda pipe, state: pipe.hset(as_player(person), "muted", until))
        return until

    def unmute(self, person: str) -> None:
        with answering(), self.redis.pipeline() as pipe:
            pipe.hdel(as_player(person), "muted")
            tell(pipe, person)
            pipe.execute()

    def close(self, person: str) -> None:
        """Nobody is this person from now on: sessions, roles and tokens end at once, the name stays taken.

        Raises NotAllowed.
        """

        def shut(pipe: Any, state: str | None) -> None:
            if state != CLOSED:
                pipe.hset(as_player(person), mapping={"state": CLOSED, "closed": state or WAS_GUEST})
            pipe.hdel(as_player(person), "roles")
            pipe.delete(f"{as_player(person)}:sessions", f"{as_player(person)}:tokens")
            if keys:
                pipe.delete(*keys)

        keys = self._tokens(person)
        self._write(person, shut)

    def reopen(self, person: str) -> None:
        """Who had an account signs in again; a guest's cookie counts again. Roles are not given back."""

        def open_(pipe: Any, state: str | None) -> None:
            if state != CLOSED:
                raise NotAllowed("this person is not closed")
            key = as_player(person)
            if was == WAS_GUEST:
                pipe.hdel(key, "state", "closed")
            else:
                pipe.hset(key, "state", ACCOUNT)
                pipe.hdel(key, "closed")

        with answering():
            was = self.redis.hget(as_player(person), "closed")
        self._write(person, open_)

    def _tokens(self, person: str) -> list[str]:
        """The keys under which a person's tokens are found."""
        with answering():
            kept = self.redis.hvals(f"{as_player(person)}:tokens")
        found = []
        for text in kept:
            with suppress(ValueError, TypeError, KeyError):  # one that can't be read names nothing that could be found
                found.append(f"person:token:{json.loads(text)['digest']}")
        return found

    def _write(self, person: str, change: Any) -> None:
        """In one transaction, in which nobody else changes the person."""
        key = as_player(person)

        def write(pipe: Any) -> None:
            state = pipe.hget(key, "state")
            if state == FORMER:
                raise NotAllowed("this person was erased: nothing is left to change")
            pipe.multi()
            change(pipe, state)
            tell(pipe, person)

        with answering():
            self.redis.transaction(write, key)
