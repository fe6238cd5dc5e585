"""Erasure: everything that is kept about a person goes, and the records of their matches stay as they are.

Keys: the set `people:erasing` holds who is being erased, so that a crash in the middle loses nothing: whoever starts
next goes on. The set `people:erased` holds all who ever were, because an older backup must not bring them back.
"""

import time
from collections.abc import Callable
from typing import Any

from shared.ledger.redis import answering
from shared.people.leaving import Leaving
from shared.people.news import tell
from shared.people.rewriting import Rewriting
from shared.people.sweep import Sweep, forget_own

UNDER_WAY, ERASED = "people:erasing", "people:erased"
AGAIN = 3.0  # seconds until a match or table that could not be left is left again


class Erasing:
    """`client` decodes what it reads. Everything here is safe to repeat, and raises Unavailable."""

    def __init__(
        self,
        client: Any,
        leaving: Leaving,
        rewriting: Rewriting | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without `rewriting` the server's own files are somebody else's concern."""
        self.redis = client
        self.leaving = leaving
        self.rewriting = rewriting
        self.clock = clock
        self._sweep: Sweep | None = None
        self._next: list[str] = []
        self._swept: set[str] = set()  # by this process: they are under way because of a match or table
        self._again = 0.0

    def erase(self, person: str) -> None:
        """What is theirs alone, at once. What holds them among others is found within the next steps."""
        with answering():
            self.redis.sadd(UNDER_WAY, person)
            self._swept.discard(person)
            self.leaving.leave(person)
            self._forget(person)

    def _forget(self, person: str) -> None:
        with answering(), self.redis.pipeline() as pipe:
            pipe.sadd(ERASED, person)
            forget_own(pipe, person)
            tell(pipe, person)
            pipe.execute()

    def under_way(self) -> set[str]:
        with answering():
            return set(self.redis.smembers(UNDER_WAY))

    def step(self) -> bool:
        """A little of what is left to do. Says whether more can be done at once."""
        if self._next:
            self.erase(self._next.pop())
        elif self._sweep:
            self._go_on(self._sweep)
        else:
            return self._look()
        return True

    def _go_on(self, sweep: Sweep) -> None:
        if not sweep.step():
            self._swept |= sweep.persons
            self._sweep, self._again = None, 0.0

    def _look(self) -> bool:
        under_way = self.under_way()
        if new := under_way - self._swept:
            self._next, self._sweep = sorted(new), Sweep(self.redis, new)
            return True
        if under_way and self.clock() >= self._again:
            self._again = self.clock() + AGAIN
            self._end({person for person in under_way if self._has_left(person)})
        return False

    def _has_left(self, person: str) -> bool:
        """What another page of theirs did meanwhile goes too."""
        with answering():
            if has_left := self.leaving.leave(person):
                self._forget(person)
        return has_left

    def _end(self, people: set[str]) -> None:
        """Of those of whom nothing is left, also in the server's files."""
        if done := self.rewriting.done(people) if self.rewriting else people:
            with answering():
                self.redis.srem(UNDER_WAY, *done)

    def finish(self) -> bool:
        """All that can be done now. Says whether nothing is left: a match about to begin is resigned a little later."""
        while self.step():
            pass
        return not self.under_way()
