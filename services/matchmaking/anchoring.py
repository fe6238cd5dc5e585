"""Anchors are made by a thread of their own, an hour after the other: no match waits for one."""

from collections.abc import Callable
from typing import Any

import structlog

from shared.errors import Busy, Unavailable
from shared.ledger.anchors import Maker
from shared.settings import Settings
from shared.space import is_full
from shared.web.life import ends, still_works

NAME = "anchors"  # of the thread
EVERY = 1.0  # seconds between two looks at the clock
REST = 10.0  # seconds, after a failure

log = structlog.get_logger()


class Anchoring:
    """One look at the clock: usually there is nothing to do."""

    def __init__(self, maker: Maker, chosen: Settings) -> None:
        self.maker = maker
        self.settings = chosen
        self._done = ""  # the hour for which nothing is left to do

    def look(self) -> None:
        """Raises Busy, Unavailable."""
        if (hour := self.maker.hour) == self._done or is_full(self.settings):
            return
        if anchor := self.maker.make_due(lambda: still_works(NAME)):
            log.info("anchored", anchor=anchor.number, heads=anchor.count, root=anchor.root, digest=anchor.digest)
        self._done = hour


def keep_anchoring(anchoring: Anchoring, stops: Callable[[], Any], rest: Callable[[float], Any]) -> None:
    """Whatever fails is tried again, and whatever hangs ends the program."""
    while not stops():
        still_works(NAME)
        try:
            anchoring.look()
            rest(EVERY)
        except (Busy, Unavailable):
            rest(REST)
        except Exception:
            log.exception("anchor_left_undone")
            rest(REST)
    ends(NAME)
