"""Delivers new events to a service at least once each, leftovers first, including those of a dead consumer.

Source: docs/ledger.md, "Bus".
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from redis import Redis, ResponseError

from shared.errors import Busy, Unavailable
from shared.ledger.absences import Absences
from shared.ledger.bus import KEPT, Bus, Delivered
from shared.ledger.reacting import FAILURES, Newest, Reacting, Reaction
from shared.ledger.redis import PARTITIONS, answering

__all__ = ["FAILURES", "Consumer", "Newest", "Reaction"]

AT_ONCE = 20  # notices of a bus that are fetched together
LONGEST_WAIT = 1.0  # seconds that a listener may still wait when it is asked to end
DEAD_AFTER = 60.0  # seconds after which another consumer takes what was begun and not finished
TIDY_EVERY = 30.0  # seconds
PAUSE = 0.5  # seconds, while the server or a service is away

log = logging.getLogger(__name__)


class Consumer:
    """One member of a service's group. Its name survives restarts, so that it finds its leftovers.

    On one server a consumer hears the buses of all partitions; in a cluster there is one consumer for each.
    """

    def __init__(
        self,
        client: "Redis",
        group: str,
        name: str,
        partitions: Sequence[str] = PARTITIONS,
        *,
        wait: float = LONGEST_WAIT,
        dead_after: float = DEAD_AFTER,
        tidy_every: float = TIDY_EVERY,
        pause: float = PAUSE,
        gather: float = 0.0,
        absences: Absences | None = None,
    ) -> None:
        """While there is news, it is read every `gather` seconds: what comes meanwhile is acted on together."""
        self.client: Any = client
        self.group = group
        self.name = name
        self.buses = {bus.key.encode(): bus for bus in (Bus(client, part, group) for part in partitions)}
        self.wait = min(wait, LONGEST_WAIT)
        self.dead_after = dead_after
        self.tidy_every = tidy_every
        self.pause = pause
        self.gather = gather
        self.reacting = Reacting(client, group)
        self.absences = absences or Absences(client)
        self._joined = False
        self._tidied = float("-inf")
        self._quiet_until = 0.0
        self._has_heard = False
        self._may_have_left = True  # of an earlier process, of a failure, or of a lost reply

    def run(
        self,
        reactions: Mapping[str, Reaction],
        stops: Callable[[], bool],
        between: Callable[[], bool | None] = lambda: None,
    ) -> None:
        """Step until asked to stop, and act `between` two steps; while that has more to do, no step waits for news.

        While the server is away, wait, and log it once.
        """
        is_away, has_more = False, False
        while not stops():
            try:
                self.step(reactions, waits=not has_more)
                has_more = bool(between())
                is_away = False
            except (Unavailable, Busy) as error:
                if not is_away:
                    log.warning("%s waits: %s", self.group, getattr(error, "reason", "") or error)
                is_away = True
                time.sleep(self.pause)

    def step(self, reactions: Mapping[str, Reaction], *, waits: bool = True) -> int:
        """React to leftovers, then wait for news and react to them. Returns how many notices were finished."""
        try:
            self._prepare()
            left = self._leftovers()
            finished = self.reacting.to_leftovers(left, reactions)
            news = self._news(waits and not finished)
            heard = self.reacting.to_news(news, reactions)
            self._may_have_left = bool(left) or heard < len(news)
            self._has_heard = self._has_heard or finished + heard < AT_ONCE
            return finished + heard
        except ResponseError as error:
            if not str(error).startswith(("NOGROUP", "UNBLOCKED")):
                raise
            self._joined = False  # the server was emptied
            return 0

    def _prepare(self) -> None:
        with answering():
            if not self._joined:
                for bus in self.buses.values():
                    bus.join()
                self._joined = True
            if time.monotonic() >= self._tidied + self.tidy_every:
                self._tidied = time.monotonic()
                self._may_have_left = True  # taken over from others, also where the server goes away in the middle
                self.tidy()

    def tidy(self) -> None:
        """Take over from dead consumers; trim the buses, but not before what came while nobody listened is heard."""
        for bus in self.buses.values():
            bus.take_over(self.name, self.dead_after)
            if not self._has_heard:
                continue
            bus.trim(int(self.absences.ago(KEPT) * 1000))

    def _leftovers(self) -> list[Delivered]:
        """Read only where there may be some, which is assumed until the step is complete."""
        may_have_left, self._may_have_left = self._may_have_left, True
        return self._waiting("0", None) if may_have_left else []

    def _news(self, waits: bool) -> list[Delivered]:
        """What came meanwhile; if that is nothing, `waits` for some time."""
        if waits:
            time.sleep(max(0.0, self._quiet_until - time.monotonic()))
        news = self._waiting(">", max(1, int(self.wait * 1000)) if waits else None)
        self._quiet_until = time.monotonic() + self.gather if news else 0.0
        return news

    def _waiting(self, after: str, wait: int | None) -> list[Delivered]:
        """This consumer's unfinished entries (`0`), or new ones (`>`)."""
        buses = dict.fromkeys(self.buses, after)
        with answering():
            reply = self.client.xreadgroup(self.group, self.name, buses, count=AT_ONCE, block=wait)
        return [
            Delivered(self.buses[key], entry, fields.get(b"notice") if fields else None)
            for key, found in reply
            for entry, fields in found
        ]
