"""python -m tests.bench.guessing: what 10,000 wrong passwords from 50 addresses do to the owner and to everybody else.

The product is one of its own, as `make run` starts it. People play by its pages, and read its front page, before the
guessers come and while they guess as fast as they are answered; the owner signs in meanwhile, from a browser that the
account knows and from new ones at new addresses.
"""

import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from shared.ledger.redis import open_ledger
from shared.platform.streams import Streams
from tests.bench.load.connection import Door
from tests.bench.load.person import Visitors
from tests.bench.load.processor import Processor
from tests.bench.load.run import Measured, Plan, Run
from tests.bench.load.table import milliseconds, table, verdict
from tests.servers import ports
from tests.whole.guessers import Browser, Guessers
from tests.whole.product import Product

GUESSES, ADDRESSES = 10_000, 50
SECONDS = 30.0  # measured before and during the attack
MATCHES, RATE = 8, 8.0  # moves a second of all people
EVERY = 0.25  # seconds between two visits of the front page
OWNER = 5.0  # seconds between two sign-ins of the owner
HOST = "127.0.0.1"


async def measure(product: Product) -> int:
    visitors, processor = Visitors(Door(HOST, product.settings.port)), Processor(product)
    streams = Streams(open_ledger(product.settings.redis_url))
    owner = Browser(product.url, "198.51.100.1")
    await owner.sign_up()
    plan = Plan(style="page", matches=MATCHES, bots=0, warm_up=5.0, seconds=SECONDS, rate=RATE)
    rows, pool = list[list[str]](), ProcessPoolExecutor(1)  # so that guessers don't slow down those who measure
    own, new = list[float](), list[float]()
    for name in ("before", "during"):
        run = Run(plan, visitors, streams)
        front: list[float] = []
        jobs = [asyncio.create_task(visit(product.url, run, front))]
        if name == "during":
            attack = asyncio.get_running_loop().run_in_executor(pool, attacked, product.url)
            jobs += [asyncio.create_task(sign_in_again(product.url, run, owner, own, new))]
        found = await run.measure(processor)
        await asyncio.gather(*jobs)
        if name == "during":
            guessers = await attack
        rows.append(row(name, found, front))
        print(verdict(found.account), file=sys.stderr)
    await owner.close()
    say(["", *table(("", "front page p50, p95 ms", "GET of a match p50, p95 ms", "move p50, p95 ms", "errors"), rows)])
    counted = ", ".join(f"{status}: {count}" for status, count in sorted(guessers.statuses.items()))
    say([f"guesses: {guessers.statuses.total()} in {guessers.took:.0f} s ({counted})"])
    say([f"the owner's sign-in, own browser, p50, p95 ms: {milliseconds(own, 50, 95)} ({len(own)})"])
    say([f"the owner's sign-in, new browser, p50, p95 ms: {milliseconds(new, 50, 95)} ({len(new)})"])
    return 0 if own and new and 303 not in guessers.statuses else 1


def attacked(url: str) -> Guessers:
    guessers = Guessers(url, ADDRESSES, GUESSES)

    async def attack() -> None:
        await asyncio.gather(*(guessers.guess(number) for number in range(ADDRESSES)))

    asyncio.run(attack())
    return guessers


async def visit(url: str, run: Run, times: list[float]) -> None:
    reader = Browser(url, "198.51.100.2")
    while not run.over.is_set():
        begun = time.perf_counter()
        assert (await reader.http.get("/")).status_code == 200
        times.append(time.perf_counter() - begun)
        await asyncio.sleep(EVERY)  # a reader reads
    await reader.close()


async def sign_in_again(url: str, run: Run, owner: Browser, own: list[float], new: list[float]) -> None:
    """A sign-in that is refused stops the measurement: it must not happen."""
    await asyncio.sleep(OWNER)  # the attack has to be under way
    while not run.over.is_set():
        stranger = Browser(url, f"198.51.100.{10 + len(new)}")
        for browser, times in ((owner, own), (stranger, new)):
            begun = time.perf_counter()
            answer = await browser.sign_in()
            assert answer.status_code == 303, answer.text
            times.append(time.perf_counter() - begun)
        await stranger.close()
        await asyncio.sleep(OWNER)  # the owner has other things to do


def row(name: str, found: Measured, front: Sequence[float]) -> list[str]:
    phase = found.tally.measured
    times = (front, phase.times["GET"], phase.times["move"])
    return [name, *(milliseconds(each, 50, 95) for each in times), str(sum(found.tally.errors.values()))]


def say(lines: Sequence[str]) -> None:
    print(*lines, sep="\n", flush=True)


def main() -> int:
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # the product has to be stopped
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        product = Product(Path(folder) / "var", ports(6), Path(folder) / "log", URBANIST_UNLIMITED="")
        product.start()
        try:
            return asyncio.run(measure(product))
        finally:
            product.stop()


if __name__ == "__main__":
    sys.exit(main())
