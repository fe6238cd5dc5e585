"""A server and its archive after very many matches: `make soak MATCHES=100000`, or `python -m tests.bench.soak --help`.

At 1,000, 10,000 and 100,000 finished matches: how long the lobby takes, a move, and a start, and how much there is in
the server's memory and on the disk. All should stay the same but for the archive's disk.
"""

import argparse
import itertools
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from os import cpu_count
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx

from shared.ledger.archive import WholeLedger, open_whole
from shared.ledger.archive.archive import put
from shared.platform.archiving import Archivist
from shared.platform.rows import ArchivedRows, Rows
from shared.platform.rows.archived import put as put_row
from shared.settings import Settings
from tests.bench.finished import Finished, copied, id_of, played
from tests.bench.milestones import Measured, drawn, head, keep, kept
from tests.bench.visitors import Visitor
from tests.servers import ports
from tests.whole.product import Product

ABOUT = """A server and its archive after very many finished matches.

A run that was stopped goes on where it was, with what it had measured:

    python -m tests.bench.soak --folder soak --keep soak.jsonl --plot soak.svg

and one plot shows what several runs measured:

    python -m tests.bench.soak --matches 0 --rows first.jsonl second.jsonl --plot soak.svg
"""
MILESTONES = (1_000, 10_000, 100_000)
TOGETHER = 200  # matches between two looks at how many there are
TEMPLATES = 40  # matches that are copied
LOOKS = 100  # requests of the lobby
MOVES = 60
MB = 1 << 20


def main() -> None:
    asked = arguments()
    files = [*asked.rows, asked.keep] if asked.keep else asked.rows
    found = kept(files)
    print(head(), *found, sep="\n", flush=True)
    if missing := [matches for matches in wanted(asked.matches) if matches not in {one.matches for one in found}]:
        found += soak(missing, asked)
    if asked.plot:
        asked.plot.write_text(drawn(found), "utf-8")


def soak(milestones: Sequence[int], asked: argparse.Namespace) -> list[Measured]:
    with ExitStack() as stack:
        folder = asked.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="urbanist-")))
        folder.mkdir(parents=True, exist_ok=True)
        product = Product(folder / "var", ports(6), folder / "log", URBANIST_ARCHIVE_AFTER="never")
        found = []
        for matches in milestones:
            if measured := soaked(product, matches, asked.played):
                print(measured, flush=True)
                found.append(measured)
                if asked.keep:
                    keep(asked.keep, measured)
            if matches == (asked.played or milestones[-1]):  # before there are copies, whose draws are not theirs
                print(f"verify --all, {matches:,} matches: {verified(product)}", flush=True)
        return found


def arguments() -> argparse.Namespace:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=ABOUT, formatter_class=layout)
    add = parser.add_argument
    add("--matches", type=int, default=MILESTONES[-1], help="how many in the end; 0: only print and draw the rows")
    add(
        "--played",
        type=int,
        help="how many are really played, and verified once they are; later ones are copies; all by default",
    )
    add("--folder", type=Path, help="go on in this folder; a temporary one by default")
    add("--keep", type=Path, metavar="FILE", help="a file of rows: new ones are added, others not measured again")
    add("--rows", type=Path, nargs="+", default=[], metavar="FILE", help="rows that other runs kept")
    add("--plot", type=Path, help="write a plot of all rows to this SVG file")
    return parser.parse_args()


def wanted(matches: int) -> list[int]:
    return sorted({*(one for one in MILESTONES if one < matches), matches} - {0})


def soaked(product: Product, matches: int, really: int | None) -> Measured | None:
    """Fill up to so many matches, and measure: the start first, then what visitors feel.

    None where there are more already.
    """
    with running(product):
        if fill(product.settings, matches, matches if really is None else really) > matches:
            return None
        wait_until_written(product.settings)
    begun = time.perf_counter()
    with running(product):
        return measure(product, matches, time.perf_counter() - begun)


@contextmanager
def running(product: Product) -> Iterator[None]:
    product.start()
    try:
        yield
    finally:
        product.stop()


def fill(chosen: Settings, matches: int, really: int) -> int:
    """The number of matches after filling up.

    Really played ones go through the server and are archived from there; copies go straight into the archive.
    """
    with closing(Filled(chosen)) as filled, ProcessPoolExecutor(cpu_count()) as workers:
        for first in range(filled.archived, min(matches, really), TOGETHER):
            filled.play(workers.map(played, range(first, min(first + TOGETHER, matches, really)), chunksize=5))
        templates: list[Finished] = []
        for first in range(max(filled.archived, really), matches, TOGETHER):
            templates = templates or list(workers.map(played, range(TEMPLATES)))
            numbers = range(first, min(first + TOGETHER, matches))
            filled.copy(workers.map(copied, itertools.cycle(templates), numbers, chunksize=20))
        return filled.archived


class Filled:
    """The server and the archive of a product that runs."""

    def __init__(self, chosen: Settings) -> None:
        self.ledger: WholeLedger = open_whole(chosen.redis_url, chosen.archive)
        self.archived_rows = ArchivedRows(self.ledger.archive.database)
        self.rows = Rows(self.ledger.client, self.archived_rows)
        self.archivist = Archivist(self.ledger, self.rows, 0)

    @property
    def archived(self) -> int:
        """How many of these matches there are, including those of a run that was stopped."""
        ids = set(self.ledger.archive.ids())
        return next(number for number in itertools.count() if id_of(number) not in ids)

    def play(self, matches: Iterator[Finished]) -> None:
        for match in matches:
            for kind, entries in match.streams.items():
                if not self.ledger.last(f"{kind}:{match.id}"):
                    self.ledger.put_away(f"{kind}:{match.id}", entries)
            self.rows.put(match.row)
        while self.archivist.step() is not None:
            pass

    def copy(self, matches: Iterator[Finished]) -> None:
        with self.ledger.archive.database.writing() as connection:
            for match in matches:
                put(connection, match.id, match.streams)
                put_row(connection, match.row)
        self.archivist.step()

    def close(self) -> None:
        self.ledger.client.close()
        self.ledger.archive.database.close()


def wait_until_written(chosen: Settings) -> None:
    """The server writes its file anew, as its listener asks it to when it has archived all."""
    with closing(open_whole(chosen.redis_url, chosen.archive).client) as client:
        client.bgrewriteaof()
        while client.info("persistence")["aof_rewrite_in_progress"]:
            time.sleep(0.1)  # nothing tells when it is done


def measure(product: Product, matches: int, start: float) -> Measured:
    chosen = product.settings
    with httpx.Client(base_url=product.url, timeout=60) as http, closing(Filled(chosen)) as filled:
        lobby = timed(lambda: http.get("/").raise_for_status(), LOOKS)
        last = max(1, -(-matches // 20))
        page = timed(lambda: http.get(f"/lists/finished?page={last}").raise_for_status(), LOOKS // 5)
        moves = list(move_times(chosen))
        memory = filled.ledger.client.info("memory")["used_memory"] / MB
    return Measured(
        matches=matches,
        lobby=median(lobby) * 1000,
        page=median(page) * 1000,
        move=median(moves) * 1000,
        slow_move=quantiles(moves, n=100, method="inclusive")[98] * 1000,
        start=start,
        memory=memory,
        server=size(chosen.var / "appendonlydir"),
        archive=size(chosen.archive),
    )


def timed(act: Callable[[], Any], times: int) -> list[float]:
    act()
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        act()
        found.append(time.perf_counter() - begun)
    return found


def move_times(chosen: Settings) -> Iterator[float]:
    """Of a person who plays against a bot, match after match."""
    with closing(Visitor(chosen)) as ada:
        made = 0
        while made < MOVES:
            match = ada.open_table(bots=["any_move"])
            ada.sit(match)
            while made < MOVES and (seen := ada.wait_for_turn(match))["status"] == "playing":
                begun = time.perf_counter()
                ada.move(match, seen)
                made += 1
                yield time.perf_counter() - begun


def size(folder: Path) -> float:
    """Megabytes."""
    return sum(file.stat().st_size for file in folder.iterdir()) / MB


def verified(product: Product) -> str:
    """What `urbanist verify --all` says in the end, of server and archive together."""
    with running(product):
        command = [sys.executable, "-m", "services.console", "verify", "--all", "--no-bots"]
        said = subprocess.run(command, env=product.environ, capture_output=True, text=True, check=False)
    return (said.stdout.splitlines() or said.stderr.splitlines())[-1]


if __name__ == "__main__":
    main()
