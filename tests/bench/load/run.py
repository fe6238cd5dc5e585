"""One measurement: many matches at once in one style, a warm-up, the seconds that count, and the account of it all."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from shared.ledger.decider import Message
from shared.platform.match import Abort, Command
from shared.platform.streams import Streams
from tests.bench.load.account import Account, account, waits_for_bots
from tests.bench.load.connection import Door
from tests.bench.load.kills import Killer
from tests.bench.load.match import SEATS, Match, begin
from tests.bench.load.pace import Pace
from tests.bench.load.person import PAUSE, Person, Refused, Visitors
from tests.bench.load.processor import Processor
from tests.bench.load.profile import stacks_of
from tests.bench.load.spectators import Spectators, handshake
from tests.bench.load.styles import STYLES
from tests.bench.load.tally import Tally

BOT = "greedy"
STAGGERED = 2.0  # seconds in which all first matches begin
SHOWN = 3  # refusals of a run
COUNTED = 120.0  # seconds until every finished match must have been counted


@dataclass(frozen=True, kw_only=True)
class Plan:
    """`matches` of people and `bots` of a person and a bot at once; `profiled` is the name of a program.

    People offer `rate` moves a second together, or as many as are answered. At `live` each keeps a socket open.
    """

    style: str
    matches: int
    bots: int
    warm_up: float
    seconds: float
    profiled: str | None = None
    rate: float | None = None
    live: Door | None = None


@dataclass
class Measured:
    """What a run found: it measured for `seconds`; `bots` are the waits from a person's move to the bot's answer.

    `refused` counts the matches that ended with a refusal, `refusals` are the first of them.
    """

    plan: Plan
    tally: Tally = field(default_factory=Tally)
    account: Account = field(default_factory=Account)
    refused: int = 0
    refusals: list[str] = field(default_factory=list)
    seconds: float = 0.0
    used: dict[str, float] = field(default_factory=dict)  # seconds of processor time
    bots: list[float] = field(default_factory=list)
    stacks: Counter[str] = field(default_factory=Counter)

    def refuse(self, sentence: str) -> None:
        self.refused += 1
        if len(self.refusals) < SHOWN:
            self.refusals.append(sentence)


class Run:
    """Nobody plays a second match: each person is new, with an address and a cookie of their own."""

    def __init__(self, plan: Plan, visitors: Visitors, streams: Streams) -> None:
        self.plan = plan
        self.visitors = visitors
        self.streams = streams
        self.found = Measured(plan)
        self.matches: list[Match] = []
        self.over = asyncio.Event()
        self.pace = Pace(plan.rate, self.over) if plan.rate else None

    async def measure(self, processor: Processor, killer: Killer | None = None) -> Measured:
        seats = [SEATS] * self.plan.matches + [1] * self.plan.bots
        async with asyncio.TaskGroup() as tables:
            for number, people in enumerate(seats):
                tables.create_task(self._play_on(number, people, STAGGERED * number / len(seats)))
            if killer:
                tables.create_task(killer.kill_on(self.over))
            await asyncio.sleep(self.plan.warm_up)  # what comes now is counted apart
            begun = datetime.now(UTC)
            await self._measure(processor)
            ended = datetime.now(UTC)
            self.over.set()
        self._look_back(begun, ended)
        await self._settle()
        return self.found

    async def _measure(self, processor: Processor) -> None:
        tally = self.found.tally
        processor.begin()
        tally.now, begun = tally.measured, time.perf_counter()
        if self.pace:
            self.pace.begin()
        pids = processor.pids(self.plan.profiled) if self.plan.profiled else []
        stacks = asyncio.create_task(stacks_of(pids, self.plan.seconds))
        await asyncio.sleep(self.plan.seconds)  # while all play
        self.found.stacks = await stacks
        tally.now, self.found.seconds = tally.closing, time.perf_counter() - begun
        self.found.used = processor.used()

    async def _play_on(self, number: int, people: int, after: float) -> None:
        """One match after another."""
        await asyncio.sleep(after)  # so that not all matches begin and end together
        chance = Random(f"{self.plan.style} {number}")
        while not self.over.is_set():
            visitors = self.visitors.come(self.found.tally, self.over, people)
            try:
                match = await begin(self.streams, visitors, [BOT] * (SEATS - people), chance)
                self.matches.append(match)
                async with self._open_pages(match, visitors):
                    await self._play(match)
            except Refused as refusal:
                self.found.refuse(str(refusal))
                await asyncio.sleep(PAUSE)  # don't hammer a door that refuses everybody
            finally:
                for visitor in visitors:
                    visitor.connection.close()

    @asynccontextmanager
    async def _open_pages(self, match: Match, people: list[Person]) -> AsyncIterator[None]:
        """A socket for each, as browsers keep it, if the plan wants that. One that a kill closes stays closed."""
        pages, live = Spectators(), self.plan.live
        if live:
            seen = await match.fold()
            asked = [handshake(live, self.visitors.door, seen, each.address, each.cookie) for each in people]
            await pages.open(live, asked, within=0)
        for status in pages.statuses.elements():
            self.found.tally.answered("socket", status, pages.took)
        try:
            yield
        finally:
            pages.close()

    async def _play(self, match: Match) -> None:
        style, tally = STYLES[self.plan.style], self.found.tally
        while turn := await match.turn(self.over):
            due = await self.pace.due() if self.pace else None
            await style(match, turn, tally)
            if due is not None:
                tally.now.times["due"].append(time.perf_counter() - due)

    def _look_back(self, begun: datetime, ended: datetime) -> None:
        for match in self.matches:
            past = self.streams.matches.reader.verified(f"match:{match.id}")
            self.found.account += account(past, self.found.tally.acknowledged[match.id])
            waits = waits_for_bots([entry.envelope for entry in past.entries])
            self.found.bots += [seconds for at, seconds in waits if begun <= at < ended]

    async def _settle(self) -> None:
        """Breaks off all matches and waits until those that ended are counted, so that the next run starts idle."""
        for match in self.matches:
            command: Command = Abort(reason="idle")
            message = Message(stream=f"match:{match.id}", by="operator:load", cause="load-over", command=command)
            if not (await match.fold()).state.is_over:
                self.streams.matches.handle(message)
        async with asyncio.timeout(COUNTED):
            for match in self.matches:
                while (await match.fold()).state.status == "ended" and self.streams.score(match.id) is None:
                    await asyncio.sleep(0.1)  # scoring's worker counts it
