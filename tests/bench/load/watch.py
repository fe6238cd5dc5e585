"""One match after another with many spectators: from the POST of each move to the frame that shows it."""

import asyncio
import gc
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from random import Random

from shared.platform.streams import Streams
from tests.bench.load.account import Account, account
from tests.bench.load.connection import Door
from tests.bench.load.match import SEATS, Match, begin
from tests.bench.load.person import Visitors
from tests.bench.load.processor import Processor
from tests.bench.load.spectators import OPENED, Spectators, handshake
from tests.bench.load.styles import post
from tests.bench.load.tally import Tally

PAUSE = 0.1  # seconds between the last frame of a move and the next move
LIVE = "live"  # the name of the sockets' process
RESTING = 0.03  # seconds of processor time in half a second
STARTED = 20.0  # seconds after which it counts as started in any case
LATE = 5.0  # seconds after which a frame counts as missing


@dataclass
class Watched:
    sockets: int
    statuses: Counter[int] = field(default_factory=Counter)
    opened_after: float = 0.0  # seconds, at worst
    tally: Tally = field(default_factory=Tally)
    frames: list[float] = field(default_factory=list)  # seconds from a POST to each spectator's frame
    first: list[float] = field(default_factory=list)  # of the first move after all had opened
    missing: int = 0
    account: Account = field(default_factory=Account)
    used: dict[str, float] = field(default_factory=dict)

    @property
    def refused(self) -> Counter[int]:
        """The sockets that did not open, by status."""
        return Counter({status: count for status, count in self.statuses.items() if status != OPENED})

    @property
    def is_whole(self) -> bool:
        """Whether every socket opened and showed every move."""
        return not (self.refused or self.missing)


@dataclass
class Watch:
    visitors: Visitors
    live: Door
    streams: Streams

    async def measure(self, sockets: int, seconds: float, processor: Processor) -> Watched:
        """Match after match until the seconds are over; each opens all sockets again."""
        found = Watched(sockets)
        found.tally.now = found.tally.measured
        await at_rest(processor)
        gc.collect()
        gc.freeze()  # while this program looks through all it has for garbage, it would read no frame
        processor.begin()
        ends = time.perf_counter() + seconds
        for number in count():
            await self._watch_one(found, number)
            if time.perf_counter() > ends:
                break
        found.used = processor.used()
        return found

    async def _watch_one(self, found: Watched, number: int) -> None:
        people = self.visitors.come(found.tally, asyncio.Event(), SEATS)
        match = await begin(self.streams, people, [], Random(number))
        spectators = Spectators()
        page, seen = self.visitors.door, await match.fold()
        asked = [handshake(self.live, page, seen, self.visitors.address()) for _ in range(found.sockets)]
        await spectators.open(self.live, asked)
        found.statuses += spectators.statuses
        found.opened_after = max(found.opened_after, spectators.took)
        try:
            await self._play(match, spectators, found)
        finally:
            spectators.close()
            for person in people:
                person.connection.close()
        past = self.streams.matches.reader.verified(f"match:{match.id}")
        found.account += account(past, found.tally.acknowledged[match.id])

    async def _play(self, match: Match, spectators: Spectators, found: Watched) -> None:
        for number in count():
            if (turn := await match.turn(asyncio.Event())) is None:
                return
            begun = time.perf_counter()
            seen = await spectators.saw(await post(match, turn, found.tally), LATE)
            waits = [at - begun for at in seen if at is not None]
            found.frames += waits
            found.first += [] if number else waits
            found.missing += len(seen) - len(waits)
            await asyncio.sleep(PAUSE)  # people think before they move


async def at_rest(processor: Processor) -> None:
    """Until the sockets' process has done what it does after its start: it draws everything once."""
    processor.begin()
    before, ends = -RESTING, time.perf_counter() + STARTED
    while (used := processor.used()[LIVE]) - before >= RESTING and time.perf_counter() < ends:
        before = used
        await asyncio.sleep(0.5)  # between two looks
