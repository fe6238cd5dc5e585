"""Threads that go round for ever, and whether all of them still do."""

import time
from collections.abc import Callable
from threading import Event, Thread

STUCK = 30.0  # seconds without a sign of life of a thread


class Rounds:
    """A thread says `turn` with its name in every round and at every drawing, and ends once `stopped` is set."""

    def __init__(self) -> None:
        self.stopped = Event()
        self._turned: dict[str, float] = {}  # when each thread last went round

    def start(self, *loops: Callable[[], None]) -> None:
        for loop in loops:
            self.turn(loop.__name__)
            Thread(target=loop, name=f"live-{loop.__name__}", daemon=True).start()

    def turn(self, thread: str) -> None:
        self._turned[thread] = time.monotonic()

    def are_alive(self) -> bool:
        """Whether all threads go round: False as soon as one of them is stuck or has ended."""
        return all(time.monotonic() < turned + STUCK for turned in self._turned.values())
