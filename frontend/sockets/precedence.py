"""News goes first: whoever else has work to do in this process lets it pass.

Python runs one thread at a time, and another one gets its turn at every write to a socket. Beside a thread that
computes, each of a thousand writes would wait for its turn again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

LONGEST = 1.0  # seconds that anybody gives way at once


class Precedence:
    """One thread takes it; all others give way before each piece of their work."""

    def __init__(self) -> None:
        self._is_free = Event()
        self._is_free.set()

    @contextmanager
    def taken(self) -> Iterator[None]:
        self._is_free.clear()
        try:
            yield
        finally:
            self._is_free.set()

    def give_way(self, longest: float = LONGEST) -> None:
        self._is_free.wait(longest)
