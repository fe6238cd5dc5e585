"""Waiting for what a test needs: looked for again and again until a deadline, never a sleep and a hope."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

Found = TypeVar("Found")
Why = str | Callable[[], str]
LATE = "it did not come in time"
MOMENT = 0.01  # seconds between two looks
BUSY = 60.0  # seconds: an answer of a machine that all tests run on at once


def until(look: Callable[[], Found | None], seconds: float = BUSY, why: Why = LATE) -> Found:
    """What `look` finds, as soon as it is anything; fails with `why` after so many seconds."""
    return _until(look, seconds, why, lambda: time.sleep(MOMENT))  # between two looks


def until_shown(page: Page, look: Callable[[], Found | None], seconds: float = BUSY, why: Why = LATE) -> Found:
    """The same while a page goes on: its events are only heard while its driver waits."""
    return _until(look, seconds, why, lambda: page.wait_for_timeout(1000 * MOMENT))  # between two looks


def _until(look: Callable[[], Found | None], seconds: float, why: Why, rest: Callable[[], object]) -> Found:
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, why if isinstance(why, str) else why()
        rest()
    return found
