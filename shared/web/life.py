"""Signs of life for the runner, which kills and restarts a program that shows none.

The work itself shows them, never a thread beside it, which would go on while the work hangs. Where a program works in
several threads, `still_works` lets the sign of one stand for all: if another one of them hangs, none is shown.
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

LIFE = "URBANIST_LIFE"  # holds the descriptor of a pipe to the runner, in the environment of what it starts
STARTS, WORKS = b"s", b"w"
EVERY = 0.25  # seconds between two signs at least
BUSY = 0.2  # seconds of computing between two signs of a long job
SELDOM = (10_000, 20, 20)  # new objects, then collections of younger ones, between two collections
HANGS = 20.0  # seconds without a word of a thread: longer than any request to the server takes

_shown = float("-inf")
_works_until: dict[str, float] = {}  # by thread: as its last word has it, by the monotonic clock


def show_life(sign: bytes = WORKS) -> None:
    """Call it as often as you like; without a runner it does nothing."""
    global _shown
    if (now := time.monotonic()) < _shown + EVERY:
        return
    _shown = now
    if any(until < now for until in [*_works_until.values()]):
        return  # the runner says what it makes of that
    if (pipe := _pipe()) is not None:
        with suppress(OSError):  # the runner is gone, or too busy to read
            os.write(pipe, sign)


def still_works(thread: str) -> None:
    """Called again and again by a thread without which the program is of no use. If it stops, so do signs of life."""
    _works_until[thread] = time.monotonic() + HANGS


def ends(thread: str) -> None:
    """Called by a thread that ends because it was asked to."""
    _works_until.pop(thread, None)


def rest(seconds: float) -> None:
    """Sleep, with signs of life."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        show_life()
        time.sleep(min(left, 1.0))


def end_quickly() -> None:
    """By default a process ends with a last garbage collection of everything it has loaded. That takes 0.2 s of
    processor time, and Ctrl-C ends some twenty processes at once.
    """
    atexit.register(gc.freeze)


def collect_seldom() -> None:
    """Call it when everything is loaded. By default the garbage collector walks through all of that again and again,
    and through what is kept of matches, though next to nothing here is ever left in cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


@contextmanager
def showing_life() -> Iterator[None]:
    """For long computations in the main thread: signs come as processor time is used there, and only then."""
    before = signal.signal(signal.SIGPROF, lambda number, frame: show_life())
    signal.setitimer(signal.ITIMER_PROF, BUSY, BUSY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _pipe() -> int | None:
    """Only a pipe counts: in a program's own child the descriptor may be something else."""
    given: Any = os.environ.get(LIFE)
    with suppress(OSError, ValueError):
        if given and stat.S_ISFIFO(os.fstat(int(given)).st_mode):
            return int(given)
    return None
