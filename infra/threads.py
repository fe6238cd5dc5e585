"""Threads that take one task after the other: as many as are needed, up to a limit, and kept.

The standard library's pool makes a future, two locks and a condition for every task, which nobody here asks for.
"""

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any


class Threads:
    """Only one thread gives tasks. `work` must not raise."""

    def __init__(self, most: int, work: Callable[[Any], None]) -> None:
        self._most, self._work = most, work
        self._tasks: SimpleQueue[Any] = SimpleQueue()
        self._free: deque[None] = deque()  # an entry for each thread that waits for a task
        self._started = 0

    def give(self, task: Any) -> None:
        try:
            self._free.pop()
        except IndexError:
            if self._started < self._most:
                self._started += 1
                Thread(target=self._take, name=f"web-{self._started}", daemon=True).start()
        self._tasks.put(task)

    def _take(self) -> None:
        while (task := self._tasks.get()) is not None:
            self._work(task)
            self._free.append(None)

    def shutdown(self, wait: bool = True) -> None:
        """Those that are free end; gunicorn never waits for the others."""
        for _ in range(self._started):
            self._tasks.put(None)
