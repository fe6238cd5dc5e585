"""Who is to be called and when, and who is here already: kept on the server, so that no call is lost with a process.

Keys: the sorted set `calling:due` holds what is to be done, by its time; `calling:here` holds `<person>:<match>` by the
time at which a page of that match was last open, and `<person>:` for the front page.
"""

import time
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

import redis

from shared.ledger.redis import answering

DUE, HERE = "calling:due", "calling:here"
STILL_HERE = 12.0  # seconds after the last sign; one comes every few seconds
FORGOTTEN = 60.0  # seconds


class Call(NamedTuple):
    """`about` is empty for mail, which is about all matches of a person. `tries` counts those that failed."""

    kind: str  # turn, push, mail or confirm
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

    def due(self, most: int) -> list[Call]:
        """The oldest first."""
        with answering():
            found = self.redis.zrangebyscore(DUE, "-inf", self.clock(), 0, most)
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
