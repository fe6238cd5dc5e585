"""Reacts to what a consumer hears, finishes it, counts failures, and puts what never succeeds among the dead letters.

News that come together are acknowledged together. Leftovers go one by one, each counted before it is begun.
"""

import logging
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redis import Redis

from shared.errors import Broken, Busy, Unavailable
from shared.ledger.bus import Bus, Delivered
from shared.ledger.redis import answering
from shared.ledger.store import Notice

Reaction = Callable[[Notice], None]
FAILURES = 5  # of one notice: then it goes to the dead letters

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Newest:
    """A reaction to what a stream says by now: of several notices about one stream, the newest is enough.

    That goes for all types with this reaction.
    """

    react: Reaction

    def __call__(self, notice: Notice) -> None:
        self.react(notice)


class Reacting:
    """What one group does about notices. Every reaction must tolerate running twice."""

    def __init__(self, client: "Redis", group: str) -> None:
        self.client: Any = client
        self.group = group

    def to_news(self, news: Sequence[Delivered], reactions: Mapping[str, Reaction]) -> int:
        """How many are finished. Where the server or a service is away, all of these are leftovers afterwards."""
        noticed = [_notice(one) for one in news]
        reacts = [notice and reactions.get(notice.type) for notice in noticed]
        abouts = [(react, notice and notice.stream) for react, notice in zip(reacts, noticed, strict=True)]
        newest = dict(zip(abouts, noticed, strict=True))
        finished: list[Delivered] = []
        passed = defaultdict[Any, list[Delivered]](list)  # finished with the newest one, or not at all
        for one, notice, react, about in zip(news, noticed, reacts, abouts, strict=True):
            if isinstance(react, Newest) and newest[about] is not notice:
                passed[about].append(one)
            elif (notice and not react) or self._is_done(one, reactions, 1):
                finished += [*passed.pop(about, ()), one]
        self._finish(finished)
        return len(finished)

    def to_leftovers(self, left: Iterable[Delivered], reactions: Mapping[str, Reaction]) -> int:
        return sum(self._react_again(one, reactions) for one in left)

    def _finish(self, finished: Iterable[Delivered]) -> None:
        """In one round trip."""
        by_bus = defaultdict[Bus, list[bytes]](list)
        for one in finished:
            by_bus[one.bus].append(one.entry)
        if by_bus:
            with answering(), self.client.pipeline(transaction=False) as pipe:
                for bus, entries in by_bus.items():
                    bus.finish(*entries, within=pipe)
                pipe.execute()

    def _react_again(self, one: Delivered, reactions: Mapping[str, Reaction]) -> bool:
        with answering():
            begun = 1 + one.bus.begin_again(one.entry)
        if not self._is_done(one, reactions, begun):
            return False
        with answering():
            one.bus.forgive(one.entry)
            one.bus.finish(one.entry)
        return True

    def _is_done(self, one: Delivered, reactions: Mapping[str, Reaction], begun: int) -> bool:
        """Whether it can be acknowledged: it was acted on or buried, or was trimmed away."""
        if one.raw is None:
            return True
        if begun > FAILURES:
            self._bury(one, one.raw, "each time its process ended before it was done")
            return True
        return self._acted(one, one.raw, reactions, begun)

    def _acted(self, one: Delivered, raw: bytes, reactions: Mapping[str, Reaction], begun: int) -> bool:
        try:
            notice = Notice.from_bytes(raw)
            if react := reactions.get(notice.type):
                react(notice)
        except (Unavailable, Busy):
            if begun > 1:
                with answering():
                    one.bus.excuse(one.entry)
            raise
        except Broken as error:  # reading it again would not help
            self._bury(one, raw, str(error))
        except Exception:  # one bad event must not stop all others
            log.warning("%s failed at %r (%s of %s)", self.group, raw, begun, FAILURES, exc_info=True)
            if begun < FAILURES:
                return False
            self._bury(one, raw, traceback.format_exc())
        return True

    def _bury(self, one: Delivered, raw: bytes, reason: str) -> None:
        with answering():
            one.bus.bury(one.entry, raw, reason)
        log.error("%s gave up on %r: it is among the dead letters", self.group, raw)


def _notice(one: Delivered) -> Notice | None:
    """None where nothing is there or nobody can read it; reading it once more then counts as a failure."""
    try:
        return None if one.raw is None else Notice.from_bytes(one.raw)
    except Exception:
        return None
