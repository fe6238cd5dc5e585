"""The same done to many things, by several processes at once, with answers in the sequence of the things."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import TypeVar

TOGETHER = 4  # things that a process is given at once

Thing = TypeVar("Thing")
Answer = TypeVar("Answer")


def spread(act: Callable[[Thing], Answer], things: Sequence[Thing], processes: int) -> Iterator[Answer]:
    """Each process starts afresh (spawn), so that it inherits no connection; `act` must be a function of a module."""
    if processes < 2 or len(things) < 2:
        yield from map(act, things)
        return
    most = min(processes, len(things))
    pool = ProcessPoolExecutor(most, get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_IGN))
    try:
        yield from pool.map(act, things, chunksize=TOGETHER)
    finally:
        pool.shutdown(cancel_futures=True)
