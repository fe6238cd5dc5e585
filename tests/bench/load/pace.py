"""Offers so many moves a second, whether or not the answers keep up."""

import asyncio
import time
from contextlib import suppress


class Pace:
    """`begin` starts anew, so that what was late while warming up is forgotten."""

    def __init__(self, rate: float, over: asyncio.Event) -> None:
        self.rate = rate
        self.over = over
        self._next = asyncio.Lock()
        self.begin()

    def begin(self) -> None:
        self._begun, self._offered = time.perf_counter(), 0

    async def due(self) -> float:
        """When the next move is due, by time.perf_counter(), as soon as that moment or the end of the run has come."""
        async with self._next:
            at = self._begun + self._offered / self.rate
            self._offered += 1
            if (rest := at - time.perf_counter()) > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(rest):
                        await self.over.wait()
            return at
