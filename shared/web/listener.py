"""A service's listener: reacts to the bus, and every few seconds checks the ledger for what was left undone."""

import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import structlog

from shared.errors import Busy, Unavailable
from shared.ledger.consumer import Consumer, Newest, Reaction
from shared.ledger.store import Notice
from shared.web.life import end_quickly, show_life

STRETCH = 0.1  # seconds of a round until news are heard again; what was begun is finished first

log = structlog.get_logger()


class Rounds:
    """Runs a duty from time to time. If one act fails, that is logged, and the others go on.

    A long round is done in stretches, and news are heard between two of them: what is late delays nothing new.
    """

    def __init__(self, every: float, duty: Callable[[], Iterable[tuple[str, Callable[[], Any]]]]) -> None:
        self.every = every
        self.duty = duty
        self._next = 0.0
        self._left: Iterator[tuple[str, Callable[[], Any]]] | None = None  # of the round that has begun
        self._undone: dict[str, str] = {}  # in this round, with the reason
        self._before: dict[str, str] = {}  # in the last one

    def __call__(self) -> bool:
        """Whether something is left of this round."""
        if self._left is None:
            if time.monotonic() < self._next:
                return False
            self._next = time.monotonic() + self.every
            self._before, self._undone = self._undone, {}
            self._left = iter(self.duty())
        try:
            return self._stretch(self._left, time.monotonic() + STRETCH)
        except BaseException:
            self._left = None
            raise

    def _stretch(self, left: Iterator[tuple[str, Callable[[], Any]]], until: float) -> bool:
        for name, act in left:
            show_life()
            self._try(name, act)
            if time.monotonic() >= until:
                return True
        self._left = None
        return False

    def _try(self, name: str, act: Callable[[], Any]) -> None:
        try:
            act()
        except (Busy, Unavailable):
            raise
        except Exception as error:  # the next round tries again, and logs only what is new
            self._undone[name] = repr(error)
            if self._before.get(name) != repr(error):
                log.error("left_undone", what=name, exc_info=True)


def listen(
    consumer: Consumer,
    reactions: Mapping[str, Reaction],
    rounds: Callable[[], bool | None] = lambda: None,
    besides: Callable[[], bool] = lambda: False,
) -> None:
    """Until SIGTERM or SIGINT; what was begun is finished first. `besides` does a little, and says if more is left."""
    end_quickly()
    asked: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda signum, frame: asked.append(signum))

    def between() -> bool:
        consumer.absences.note()  # first, so that no round closes what only seems to be old
        has_more = bool(rounds())
        return besides() or has_more

    def stops() -> bool:
        show_life()
        return bool(asked)

    lively = {react: alive(react) for react in set(reactions.values())}
    consumer.run({type_: lively[react] for type_, react in reactions.items()}, stops, between)


def alive(react: Reaction) -> Reaction:
    def react_and_live(notice: Notice) -> None:
        show_life()
        react(notice)

    return Newest(react_and_live) if isinstance(react, Newest) else react_and_live
