"""Kills one process after another while people play, who may notice no more than a delay."""

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
    """Sends SIGKILL to a random process every few seconds; `killed` counts them by kind."""

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
        """Kills one process of this kind, or nothing while none has come back yet."""
        self.processor.sample()
        pids = self.product.pids(*kind.words)
        with suppress(ProcessLookupError):
            if pids:
                os.kill(random.choice(pids), signal.SIGKILL)
                self.killed[kind.name] += 1
