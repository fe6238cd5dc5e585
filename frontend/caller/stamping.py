"""Anchors are stamped by a time-stamp server (RFC 3161) where the settings name one, in a thread of its own.

It shows no signs of life: a server that hangs is no reason to start anything again.
"""

import secrets
import time
from collections.abc import Callable
from typing import Any

import httpx
import structlog

from shared.ledger.anchors import Anchor, Anchors
from shared.ledger.anchors.stamped import request, wrong_with_token

EVERY = 5.0  # seconds between two looks for a new anchor
AGAIN = 60.0  # seconds until a server that did not stamp is asked again
PATIENCE = 10.0  # seconds that it may take to answer
LARGEST = 1 << 16  # bytes of an answer: a stamp with its certificates takes a few thousand
ASKS = {"Content-Type": "application/timestamp-query", "Accept": "application/timestamp-reply"}

log = structlog.get_logger()


class NoStamp(Exception):
    """The server did not stamp; the message says why."""


class Stamper:
    """Asks for the newest anchor alone: it stands for all before it."""

    def __init__(self, anchors: Anchors, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.anchors = anchors
        self.url = url
        self.clock = clock
        self._again_at = float("-inf")

    def look(self) -> None:
        """A server that fails is asked again later."""
        newest = self.anchors.newest
        if newest is None or self.clock() < self._again_at or self.anchors.token(newest.number) is not None:
            return
        try:
            self.anchors.put_token(newest.number, self.stamp(newest))
        except (NoStamp, httpx.HTTPError) as error:
            self._again_at = self.clock() + AGAIN
            reason = str(error) or repr(error)
            log.warning("anchor_not_stamped", anchor=newest.number, reason=reason, again_in_seconds=int(AGAIN))

    def stamp(self, anchor: Anchor) -> bytes:
        """The server's answer, as it came. Raises NoStamp, HTTPError."""
        nonce = secrets.randbits(63)
        status, answer = self._ask(request(anchor.digest, nonce))
        if status != 200:
            raise NoStamp(f"the server answered {status}")
        if wrong := wrong_with_token(answer, anchor.digest, nonce):
            raise NoStamp(wrong)
        return answer

    def _ask(self, question: bytes) -> tuple[int, bytes]:
        until, answer = self.clock() + PATIENCE, b""
        with httpx.stream("POST", self.url, content=question, headers=ASKS, timeout=PATIENCE) as reply:
            for part in reply.iter_raw():
                answer += part
                if len(answer) > LARGEST or self.clock() > until:
                    raise NoStamp("its answer is too long, or comes too slowly")
        return reply.status_code, answer


def keep_stamping(stamper: Stamper, stops: Callable[[], Any], rest: Callable[[float], Any]) -> None:
    while not stops():
        try:
            stamper.look()
        except Exception:
            log.exception("anchor_left_unstamped")
            rest(AGAIN)
        rest(EVERY)
