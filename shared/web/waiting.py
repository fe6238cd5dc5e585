"""Work that waits until there is time: a bounded list, the most wanted first.

It is a sorted set beside RQ's queue, so nothing is lost with a job, and only its head is ever read.
"""

import time
from enum import IntEnum
from typing import Any

from shared.ledger.redis import answering

REMEMBERED = 24 * 3600  # seconds that the number of a try is kept
NOTED = 600  # seconds that a note of how far it is stays
STEP = 10**14  # above every time in milliseconds, so that one number holds wish and time

# Adds an entry or moves it up, never down, and drops the last ones beyond the limit. Returns whether it is listed then.
WISH = """
redis.call('ZADD', KEYS[1], 'LT', ARGV[1], ARGV[2])
redis.call('ZREMRANGEBYRANK', KEYS[1], ARGV[3], -1)
return redis.call('ZRANK', KEYS[1], ARGV[2]) and 1 or 0
"""


class Wish(IntEnum):
    """The more wanted comes first: of what somebody asked for, the oldest; of what nobody asked for, the newest."""

    ASKED = 0
    LOOKED_FOR = 1
    UNASKED = 2


class Waiting:
    """At most `most` ids of `what`; a full list drops what it would do last."""

    def __init__(self, client: Any, what: str, most: int) -> None:
        self.client = client
        self.most = most
        self.key = f"waiting:{what}"
        self._wish = client.register_script(WISH)

    def wish(self, id_: str, wish: Wish) -> bool:
        """Returns whether it waits now; it doesn't if the list is full of what comes before it."""
        now = int(time.time() * 1000)
        score = STEP * wish + (STEP - now if wish is Wish.UNASKED else now)
        if wish is Wish.ASKED:
            self.excuse(id_)
        with answering():
            return bool(self._wish(keys=[self.key], args=[score, id_, self.most]))

    def first(self) -> str | None:
        with answering():
            found: Any = self.client.zrange(self.key, 0, 0)
        return _text(found[0]) if found else None

    def position(self, id_: str) -> int | None:
        """How many come before it; None if it doesn't wait."""
        with answering():
            found: int | None = self.client.zrank(self.key, id_)
        return found

    def note(self, id_: str, done: int, whole: int) -> None:
        """How much of it is done."""
        with answering():
            self.client.set(self._progress(id_), f"{done}/{whole}", ex=NOTED)

    def progress(self, id_: str) -> tuple[int, int] | None:
        """What was noted last; None before anything was."""
        with answering():
            found = self.client.get(self._progress(id_))
        done, _, whole = _text(found).partition("/") if found else ("", "", "")
        return (int(done), int(whole)) if whole else None

    def settle(self, id_: str) -> None:
        """Removes it: it is done, or nobody will do it."""
        with answering():
            self.client.zrem(self.key, id_)
            self.client.delete(self._progress(id_))

    def begin(self, id_: str) -> int:
        """Counts a try before it starts, and returns its number since somebody last asked."""
        with answering():
            attempt = int(self.client.incr(self._tries(id_)))
            self.client.expire(self._tries(id_), REMEMBERED)
        return attempt

    def excuse(self, id_: str) -> None:
        """Forgets the tries so far."""
        with answering():
            self.client.delete(self._tries(id_))

    def _progress(self, id_: str) -> str:
        return f"progress:{self.key}:{id_}"

    def _tries(self, id_: str) -> str:
        return f"tries:{self.key}:{id_}"


def _text(id_: str | bytes) -> str:
    return id_.decode() if isinstance(id_, bytes) else id_
