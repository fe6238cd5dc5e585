"""The embedded server's file holds every command since it was last written anew, also those that stored what is erased
now. So nobody counts as erased before it was written anew once more.
"""

import time
from collections.abc import Callable
from typing import Any

from shared.ledger.redis import answering

REST = 20  # times as long as the last one took: erasures never keep the server busy


class Rewriting:
    """Raises Unavailable."""

    def __init__(self, client: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self.redis = client
        self.clock = clock
        self._asked: set[str] = set()  # for whom the one that was begun last was begun
        self._rests = 0.0  # until when

    def done(self, people: set[str]) -> set[str]:
        """Those of whom the file holds nothing any more. For the others it is written anew, as soon as that may be."""
        with answering():
            facts = self.redis.info("persistence")
            if facts["aof_rewrite_in_progress"] or facts["aof_rewrite_scheduled"]:
                return set()
            if facts["aof_last_bgrewrite_status"] != "ok":
                self._asked.clear()
            done, waiting = people & self._asked, people - self._asked
            if waiting and self.clock() >= self._rests:
                self.redis.bgrewriteaof()
                self._rests = self.clock() + REST * max(int(facts["aof_last_rewrite_time_sec"]), 0)
                self._asked = waiting
        return done
