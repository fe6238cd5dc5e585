"""python -m tests.bench.load --help"""

import argparse
import asyncio
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from shared.ledger.redis import open_ledger
from shared.platform.streams import Streams
from tests.bench.load.account import Account
from tests.bench.load.connection import Door
from tests.bench.load.kills import Killer
from tests.bench.load.match import SEATS
from tests.bench.load.options import options
from tests.bench.load.person import Visitors
from tests.bench.load.processor import Processor
from tests.bench.load.profile import sampler, top
from tests.bench.load.run import Measured, Plan, Run
from tests.bench.load.spectators import allow_files
from tests.bench.load.table import carried, costs, verdict, watched
from tests.bench.load.watch import Watch, Watched
from tests.bench.machine import machine
from tests.servers import ports
from tests.waiting import until
from tests.whole.product import Product

HOST = "127.0.0.1"
SOCKETS = 2000  # that the product holds by default
LEAVES = 20.0  # seconds in which every process of the product must have ended


def main() -> int:
    asked = options(sys.argv[1:])
    most = max(asked.sockets, default=0)
    people = SEATS * max(asked.matches) + asked.bots
    allow_files(max(most, 2 * people if asked.open_pages else people))
    if asked.profile:
        sampler()  # says at once that it isn't there
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # the product has to be stopped
    say(["; ".join(f"{figure.name}: {figure.value}" for figure in machine())])
    with running(max(most, SOCKETS)) as product:
        return Load(product, asked).all()


@contextmanager
def running(sockets: int) -> Iterator[Product]:
    """With the limits that every operator has; each person comes from an address of their own, as behind a proxy."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        chosen = {"URBANIST_UNLIMITED": "", "LIVE_SOCKETS": str(sockets)}
        product = Product(Path(folder) / "var", ports(6), Path(folder) / "log", **chosen).start()
        try:
            yield product
        finally:
            product.stop()
            until(lambda: not product.pids(), LEAVES, lambda: f"still there: {product.pids()}")


class Load:
    def __init__(self, product: Product, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.visitors = Visitors(Door(HOST, product.settings.port), share_one=asked.one_address)
        self.live = Door(HOST, product.settings.live_port)
        self.streams = Streams(open_ledger(product.settings.redis_url))
        self.processor = Processor(product)
        self.killer = Killer(product, self.processor, asked.kill) if asked.kill else None

    def all(self) -> int:
        """The exit status: 0 where everything passes."""
        runs, watches = list(self.played()), list(self.watched())
        every: list[Measured | Watched] = [*runs, *watches]
        if runs:
            say(carried(runs))
        if watches:
            say(watched(watches))
        say(["Milliseconds of processor time for each move of a person:", "", *costs(every)])
        if self.killer:
            say([f"Killed: {self.killer}."])
        say([verdict(sum((run.account for run in every), Account()))])
        return 0 if passes(runs, watches, is_killing=self.killer is not None) else 1

    def played(self) -> Iterator[Measured]:
        for plan in plans(self.asked, self.live if self.asked.open_pages else None):
            run = Run(plan, self.visitors, self.streams)
            found = asyncio.run(run.measure(self.processor, self.killer))
            warm, count = found.tally.warm_up, found.tally.measured.moves
            note(f"{plan.style}, {plan.matches} at once: {warm.moves} moves while warming up, then {count}")
            for refusal in found.refusals:
                note(refusal)
            if found.refused > len(found.refusals):
                note(f"refused {found.refused} times in all")
            if plan.profiled:
                say([f"{plan.profiled}, {plan.style}, {plan.matches} at once:", *top(found.stacks)])
            yield found

    def watched(self) -> Iterator[Watched]:
        for sockets in self.asked.sockets:
            watch = Watch(self.visitors, self.live, self.streams)
            found = asyncio.run(watch.measure(sockets, self.asked.seconds, self.processor))
            note(f"{sockets} sockets: {found.tally.measured.moves} moves")
            yield found


def passes(runs: Sequence[Measured], watches: Sequence[Watched], is_killing: bool) -> bool:
    """Whether no move was lost or doubled, every socket opened and showed every move, and no answer was an error.

    Where programs are killed, some answers have to be.
    """
    every: list[Measured | Watched] = [*runs, *watches]
    is_answered = is_killing or not any(run.tally.errors for run in every)
    return is_answered and all(run.account.is_right for run in every) and all(watch.is_whole for watch in watches)


def plans(asked: argparse.Namespace, live: Door | None) -> Iterator[Plan]:
    for style in asked.styles:
        for matches in asked.matches:
            yield Plan(
                style=style,
                matches=matches,
                bots=asked.bots,
                warm_up=asked.warm_up,
                seconds=asked.seconds,
                profiled=asked.profile,
                rate=asked.rate,
                live=live,
            )


def say(lines: Sequence[str]) -> None:
    print(*lines, "", sep="\n", flush=True)


def note(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
