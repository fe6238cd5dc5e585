"""Guests who never came back: after a set time they are erased, unless somebody plays with them or waits for them."""

import re
import time
from collections.abc import Callable, Iterable
from typing import Any

from shared.ledger.redis import answering
from shared.people.erasing import UNDER_WAY, Erasing
from shared.people.standing import FORMER
from shared.platform.player import as_player

AT_ONCE = 300  # keys in a step
REST = 3600.0  # seconds from the end of one walk through all keys to the next
DAY = 86_400_000  # milliseconds
# A guest who comes back, or signs up, while this is judged is a guest no more who never came back.
TAKE = """
local state, seen = unpack(redis.call('HMGET', KEYS[1], 'state', 'seen'))
if state or (seen or '') ~= ARGV[1] then return 0 end
redis.call('SADD', KEYS[2], ARGV[3])
redis.call('HSET', KEYS[1], 'state', ARGV[2])
return 1
"""
OF_PERSON = re.compile("person:([a-z0-9]{12})(:[a-z]+)?")


class Forgetting:
    """`client` decodes what it reads. `days` is infinite where nobody is forgotten. Raises Unavailable."""

    def __init__(self, client: Any, erasing: Erasing, days: float, clock: Callable[[], float] = time.time) -> None:
        self.redis = client
        self.erasing = erasing
        self.days = days
        self.clock = clock
        self._take = client.register_script(TAKE)
        self._cursor = 0
        self._begins = 0.0  # the next walk, by the clock

    def step(self) -> bool:
        """A few hundred keys of a walk. Says whether there are more."""
        if self.days == float("inf") or self.clock() < self._begins:
            return False
        with answering():
            self._cursor, keys = self.redis.scan(self._cursor, match="person:*", count=AT_ONCE)
            self._forget({found[1] for key in keys if (found := OF_PERSON.fullmatch(key))})
        if not self._cursor:
            self._begins = self.clock() + REST
        return self._cursor != 0

    def _forget(self, people: Iterable[str]) -> None:
        asked = sorted(people)
        with self.redis.pipeline(transaction=False) as pipe:
            for person in asked:
                pipe.hmget(as_player(person), "state", "seen")
            found = pipe.execute() if asked else []
        for person, (state, seen) in zip(asked, found, strict=True):
            is_gone = state is None and self._is_gone(person, seen) and not self.erasing.leaving.sits(person)
            if is_gone and self._take(keys=[as_player(person), UNDER_WAY], args=[seen or "", FORMER, person]):
                self.erasing.erase(person)

    def _is_gone(self, person: str, seen: str | None) -> bool:
        """Of whom no time is known, the time begins today."""
        at = max(float(seen or 0), self._last_seat(person))
        if not at:
            self.redis.hsetnx(as_player(person), "seen", self._now())
        return 0 < at < self._now() - self.days * DAY

    def _last_seat(self, person: str) -> float:
        """In milliseconds; 0 where there is none."""
        newest = self.redis.zrevrange(f"{as_player(person)}:seats", 0, 0, withscores=True)
        return float(newest[0][1] * 1000) if newest else 0.0

    def _now(self) -> int:
        return int(self.clock() * 1000)
