"""Delivers new events to a service at least once each, leftovers first, including those of a dead consumer.

Source: docs/ledger.md, "Bus".
"""

import logging
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from redis import Redis, ResponseError

from shared.errors import Broken, Busy, Unavailable
from shared.ledger.absences import Absences
from shared.ledger.bus import KEPT, Bus, delivered_in
from shared.ledger.redis import PARTITIONS, answering
from shared.ledger.store import Notice

Reaction = Callable[[Notice], None]

FAILURES = 5  # of one notice: then it goes to the dead letters
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
        absences: Absences | None = None,
    ) -> None:
        self.client: Any = client
        self.group = group
        self.name = name
        self.buses = {bus.key.encode(): bus for bus in (Bus(client, part, group) for part in partitions)}
        self.wait = min(wait, LONGEST_WAIT)
        self.dead_after = dead_after
        self.tidy_every = tidy_every
        self.pause = pause
        self.absences = absences or Absences(client)
        self._joined = False
        self._tidied = float("-inf")
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
            finished = self._react_to_all(left, reactions, again=True)
            wait = max(1, int(self.wait * 1000)) if waits and not finished else None
            news = self._waiting(">", wait)
            heard = self._react_to_all(news, reactions, again=False)
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

    def _leftovers(self) -> list[tuple[Bus, bytes, bytes | None]]:
        """Read only where there may be some, which is assumed until the step is complete."""
        may_have_left, self._may_have_left = self._may_have_left, True
        return self._waiting("0", None) if may_have_left else []

    def _waiting(self, after: str, wait: int | None) -> list[tuple[Bus, bytes, bytes | None]]:
        """This consumer's unfinished entries (`0`), or new ones (`>`)."""
        buses = dict.fromkeys(self.buses, after)
        with answering():
            reply = self.client.xreadgroup(self.group, self.name, buses, count=AT_ONCE, block=wait)
        return [(self.buses[key], *delivered) for key, delivered in delivered_in(reply)]

    def _react_to_all(
        self, waiting: Sequence[tuple[Bus, bytes, bytes | None]], reactions: Mapping[str, Reaction], *, again: bool
    ) -> int:
        """How many are finished. News without a reaction here are acknowledged first, all at once."""
        ignored = [] if again else [one for one in waiting if not _concerns(one[2], reactions)]
        self._finish_together(ignored)
        others = [one for one in waiting if one not in ignored]
        return len(ignored) + sum(self._react(bus, entry, raw, reactions, again) for bus, entry, raw in others)

    def _finish_together(self, ignored: Sequence[tuple[Bus, bytes, bytes | None]]) -> None:
        by_bus: dict[Bus, list[bytes]] = {}
        for bus, entry, _ in ignored:
            by_bus.setdefault(bus, []).append(entry)
        with answering():
            for bus, entries in by_bus.items():
                bus.finish(*entries)

    def _react(self, bus: Bus, entry: bytes, raw: bytes | None, reactions: Mapping[str, Reaction], again: bool) -> bool:
        """Whether the notice is finished: acted on or buried. Every reaction must tolerate running twice."""
        with answering():
            begun = 1 + (bus.begin_again(entry) if again else 0)
        if raw is not None:
            if begun > FAILURES:
                self._bury(bus, entry, raw, "each time its process ended before it was done")
            elif not self._acted(bus, entry, raw, reactions, begun):
                return False
        with answering():
            if again:
                bus.forgive(entry)
            bus.finish(entry)
        return True

    def _acted(self, bus: Bus, entry: bytes, raw: bytes, reactions: Mapping[str, Reaction], begun: int) -> bool:
        try:
            notice = Notice.from_bytes(raw)
            if react := reactions.get(notice.type):
                react(notice)
        except (Unavailable, Busy):
            if begun > 1:
                with answering():
                    bus.excuse(entry)
            raise
        except Broken as error:  # reading it again would not help
            self._bury(bus, entry, raw, str(error))
        except Exception:  # one bad event must not stop all others
            log.warning("%s failed at %r (%s of %s)", self.group, raw, begun, FAILURES, exc_info=True)
            if begun < FAILURES:
                return False
            self._bury(bus, entry, raw, traceback.format_exc())
        return True

    def _bury(self, bus: Bus, entry: bytes, raw: bytes, reason: str) -> None:
        with answering():
            bus.bury(entry, raw, reason)
        log.error("%s gave up on %r: it is among the dead letters", self.group, raw)


def _concerns(raw: bytes | None, reactions: Mapping[str, Reaction]) -> bool:
    """Whether there is something to do; an unreadable notice counts as a failure later."""
    if raw is None:
        return False
    try:
        return Notice.from_bytes(raw).type in reactions
    except Exception:
        return True
