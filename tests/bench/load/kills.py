"""Kills one program after another while people play; nobody may notice more than a wait."""

import asyncio
import os
import random
import signal
from collections import Counter
from contextlib import suppress

from tests.bench.load.processor import Processor
from tests.whole.kills import KINDS, Kind
from tests.whole.product import SERVER, Product

MORTAL = [kind for kind in KINDS if kind.words != SERVER]


class Killer:
    """SIGKILL for a process that is drawn anew each time; `killed` counts them by program."""

    def __init__(self, product: Product, processor: Processor, every: float) -> None:
        self.product = product
        self.processor = processor
        self.every = every
        self.killed: Counter[str] = Counter()

    def __str__(self) -> str:
        return "; ".join(f"{name} {count} times" for name, count in sorted(self.killed.items())) or "none"

    async def kill_on(self, over: asyncio.Event) -> None:
        while not over.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(self.every):
                    await over.wait()
                    return
            self.kill(random.choice(MORTAL))

    def kill(self, kind: Kind) -> None:
        """A master or a worker, nothing where none of them has come back yet."""
        self.processor.sample()
        pids = self.product.pids(*kind.words)
        with suppress(ProcessLookupError):
            if pids:
                os.kill(random.choice(pids), signal.SIGKILL)
                self.killed[kind.name] += 1
