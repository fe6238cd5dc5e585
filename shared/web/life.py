"""Signs of life for the runner, which ends and restarts whoever shows none.

They are shown where the work itself goes on, never by a thread beside it that would go on while the work hangs.
"""

import atexit
import gc
import os
import signal
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

LIFE = "URBANIST_LIFE"  # the number of a pipe to the runner, in the environment of what it starts
STARTS, WORKS = b"s", b"w"
EVERY = 0.25  # seconds between two signs at most
BUSY = 0.2  # seconds of computing between two signs of a long job

_shown = float("-inf")


def show_life(sign: bytes = WORKS) -> None:
    """As often as one likes; without a runner it does nothing."""
    global _shown
    if (now := time.monotonic()) < _shown + EVERY:
        return
    _shown = now
    if (pipe := _pipe()) is not None:
        with suppress(OSError):  # the runner is gone, or too busy to read
            os.write(pipe, sign)


def rest(seconds: float) -> None:
    """Sleep, with signs of life."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        show_life()
        time.sleep(min(left, 1.0))


def end_quickly() -> None:
    """By default a process looks at its end through all that it ever read, for what could be let go. That takes 0.2 s
    of processor time, and at Ctrl-C some twenty processes end at once.
    """
    atexit.register(gc.freeze)


@contextmanager
def showing_life() -> Iterator[None]:
    """For long computing in the main thread: signs come by the processor time that is used, and only from there."""
    before = signal.signal(signal.SIGPROF, lambda number, frame: show_life())
    signal.setitimer(signal.ITIMER_PROF, BUSY, BUSY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _pipe() -> int | None:
    """Only a pipe counts: the number may be something else in a program of a program."""
    told: Any = os.environ.get(LIFE)
    with suppress(OSError, ValueError):
        if told and stat.S_ISFIFO(os.fstat(int(told)).st_mode):
            return int(told)
    return None
