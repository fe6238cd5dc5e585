"""Who is to be called and when, and who is here already: kept on the server, so that no call is lost with a process.

Keys: the sorted set `calling:due` holds what is to be done, by its time; `calling:here` holds `<person>:<match>` by the
time at which a page of that match was last open, and `<person>:` for the front page.
"""

import time
from collections.abc import Callable, Collection, Iterable
from importlib.resources import files
from typing import Any, NamedTuple

import redis

from shared.ledger.redis import answering

DUE, HERE = "calling:due", "calling:here"
NOTE, LINK = "note", "link"  # kinds: a mail about an account, and one that asks for a link to sign in
BENCHED_PUSH, BENCHED_MAIL = "benched_push", "benched_mail"  # kinds: one's bot is benched
SEAT, SEAT_PUSH, SEAT_MAIL = "seat", "seat_push", "seat_mail"  # kinds: one has to sit down at a table of a tournament
TAKE = files(__package__).joinpath("take.lua").read_text(encoding="utf-8")
LEASE = 180.0  # seconds after which a call that somebody took is due again: no attempt takes that long
STILL_HERE = 12.0  # seconds after the last sign; one comes every few seconds
FORGOTTEN = 60.0  # seconds


class Call(NamedTuple):
    """`about` is empty for mail, which is about all matches of a person. `tries` counts attempts that were begun."""

    kind: str  # turn, push, mail, confirm, or one of those above
    person: str
    about: str = ""
    browser: str = ""
    tries: int = 0

    def __str__(self) -> str:
        return " ".join((self.kind, self.person, self.about or "-", self.browser or "-", str(self.tries)))

    @staticmethod
    def read(text: str) -> "Call":
        kind, person, about, browser, tries = text.split(" ")
        return Call(kind, person, about.strip("-"), browser.strip("-"), int(tries))


class Calls:
    """Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis", clock: Callable[[], float] = time.time) -> None:
        self.redis: Any = client
        self.clock = clock
        self._take = self.redis.register_script(TAKE)

    def expect(self, call: Call, seconds: float = 0.0) -> None:
        """Due that many seconds from now, unless it is expected already."""
        with answering():
            self.redis.zadd(DUE, {str(call): self.clock() + seconds}, nx=True)

    def put_off(self, call: Call, seconds: float) -> None:
        with answering():
            self.redis.zadd(DUE, {str(call): self.clock() + seconds})

    def done(self, call: Call) -> None:
        with answering():
            self.redis.zrem(DUE, str(call))

    def begin(self, call: Call) -> Call:
        """Counts an attempt before it is made: whoever is killed in the middle leaves a call that knows of it."""
        begun = call._replace(tries=call.tries + 1)
        with answering(), self.redis.pipeline() as pipe:
            pipe.zrem(DUE, str(call))
            pipe.zadd(DUE, {str(begun): self.clock() + LEASE})
            pipe.execute()
        return begun

    def take(self, most: int) -> list[Call]:
        """Those that are due, the oldest first, each for one caller alone, until LEASE is over."""
        with answering():
            found = self._take(keys=[DUE], args=[self.clock(), most, self.clock() + LEASE])
        return [Call.read(one) for one in found]

    def note_here(self, pages: Iterable[tuple[str, str]]) -> None:
        """Pairs of a person and the match of an open page, which is empty for the front page."""
        now = self.clock()
        if found := {f"{person}:{id_}": now for person, id_ in pages}:
            with answering(), self.redis.pipeline(transaction=False) as pipe:
                pipe.zadd(HERE, found)
                pipe.zremrangebyscore(HERE, "-inf", now - FORGOTTEN)
                pipe.execute()

    def is_here(self, person: str, ids: Collection[str]) -> bool:
        """Whether a page is open that shows one of these matches, or all of one's own."""
        with answering():
            found = self.redis.zmscore(HERE, [f"{person}:", *(f"{person}:{id_}" for id_ in ids)])
        return any(at is not None and at > self.clock() - STILL_HERE for at in found)
