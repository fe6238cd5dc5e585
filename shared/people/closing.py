"""What an operator can do about a person: mute them for a time, and close whoever they are here.

Keys: the fields `muted`, `state`, `closed` and `roles` of the hash `person:<id>`; `person:<id>:sessions`,
`person:<id>:links`, `person:<id>:tokens` and the tokens that this one names.
"""

from collections.abc import Callable
from typing import Any

import redis

from shared.errors import NotAllowed
from shared.ledger.redis import answering
from shared.people.news import tell
from shared.people.register import now
from shared.people.standing import ACCOUNT, CLOSED, FORMER
from shared.people.tokens import keys_of
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

        def silence(pipe: Any, _state: str | None) -> None:
            pipe.multi()
            pipe.hset(as_player(person), "muted", until)

        self._write(person, silence)
        return until

    def unmute(self, person: str) -> None:
        with answering(), self.redis.pipeline() as pipe:
            pipe.hdel(as_player(person), "muted")
            tell(pipe, person)
            pipe.execute()

    def close(self, person: str) -> None:
        """Nobody is this person from now on: sessions, personal links, tokens and roles end at once, the name stays
        taken. Raises NotAllowed.
        """
        key = as_player(person)

        def shut(pipe: Any, state: str | None) -> None:
            ended = [f"{key}:sessions", f"{key}:links", *keys_of(pipe, person)]
            pipe.multi()
            if state != CLOSED:
                pipe.hset(key, mapping={"state": CLOSED, "closed": state or WAS_GUEST})
            pipe.hdel(key, "roles")
            pipe.delete(*ended)

        self._write(person, shut)

    def reopen(self, person: str) -> None:
        """Who had an account signs in again; a guest's cookie counts again. Roles are not given back."""
        key = as_player(person)

        def open_(pipe: Any, state: str | None) -> None:
            if state != CLOSED:
                raise NotAllowed("this person is not closed")
            was = pipe.hget(key, "closed")
            pipe.multi()
            pipe.hdel(key, "closed")
            if was == WAS_GUEST:
                pipe.hdel(key, "state")
            else:
                pipe.hset(key, "state", ACCOUNT)

        self._write(person, open_)

    def _write(self, person: str, change: Callable[[Any, str | None], None]) -> None:
        """`change` is given the state, looks at whatever else it needs, then begins to write. Nobody else changes the
        person meanwhile.
        """
        key = as_player(person)

        def write(pipe: Any) -> None:
            state = pipe.hget(key, "state")
            if state == FORMER:
                raise NotAllowed("this person was erased: nothing is left to change")
            change(pipe, state)
            tell(pipe, person)

        with answering():
            self.redis.transaction(write, key, f"{key}:tokens")
