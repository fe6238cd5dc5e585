"""The whole product as `make run` starts it: how long people wait for bots and for each other."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from shared.ledger.envelope import Envelope
from shared.ledger.redis import open_ledger
from shared.settings import Settings
from tests.bench import drawn, shown
from tests.bench.figure import Figure, spread
from tests.bench.visitors import Visitor, Watcher
from tests.servers import ports
from tests.whole.product import Product

BOTS = ("any_move", "greedy")


def figures() -> list[Figure]:
    with running() as (chosen, started):
        bots = [Figure(f"a move to the bot's move stored, {bot}", spread(bot_turns(chosen, bot))) for bot in BOTS]
        return [
            Figure("make run to ready, installed", f"{started:.1f} s"),
            *bots,
            Figure("POST of a move to another's page", spread(live_updates(chosen))),
            *shown.figures(chosen),
            *first_visits(chosen),
        ]


def first_visits(chosen: Settings) -> list[Figure]:
    """Of the front page, and of a match that runs."""
    with ExitStack() as stack:
        people = [stack.enter_context(closing(Visitor(chosen))) for _ in range(2)]
        match = people[0].open_table(bots=[])
        for person in people:
            person.sit(match)
        people[0].wait_for(match)
        front = f"http://127.0.0.1:{chosen.port}"
        return drawn.figures(("the front page", f"{front}/"), ("a match", f"{front}/m/{match}"))


@contextmanager
def running() -> Iterator[tuple[Settings, float]]:
    """On free ports, in a temporary folder; with the seconds that its start took."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        product = Product(Path(folder) / "var", ports(6), Path(folder) / "log")
        begun = time.perf_counter()
        try:
            product.start()
            yield product.settings, time.perf_counter() - begun
        finally:
            product.stop()


def bot_turns(chosen: Settings, bot: str) -> list[float]:
    """From each move of a person to the bot's answer, by the times in the ledger, with a real queue and worker."""
    with closing(Visitor(chosen)) as ada:
        match = ada.open_table(bots=[bot])
        ada.sit(match)
        while (seen := ada.wait_for_turn(match))["status"] == "playing":
            ada.move(match, seen)
    stored = open_ledger(chosen.redis_url).read(f"match:{match}")
    moves = [envelope for entry in stored if (envelope := Envelope.from_bytes(entry.envelope)).move]
    pairs = [(one, other) for one, other in pairwise(moves) if one.by.startswith("person:") and "bot:" in other.by]
    return [(datetime.fromisoformat(other.at) - datetime.fromisoformat(one.at)).total_seconds() for one, other in pairs]


def live_updates(chosen: Settings) -> list[float]:
    """Two people play and somebody watches: from the request with a move to the frame that shows it."""
    with ExitStack() as stack:
        people = [stack.enter_context(closing(Visitor(chosen))) for _ in range(2)]
        match = people[0].open_table(bots=[])
        for person in people:
            person.sit(match)
        seats = {person.wait_for(match)["seat"]: person for person in people}
        watcher = stack.enter_context(closing(Watcher(chosen, match)))
        return list(waits(seats, watcher, match))


def waits(seats: dict[int, Visitor], watcher: Watcher, match: str) -> Iterator[float]:
    while called := seats[0].wait_for(match)["called"]:
        person = seats[called[0]]
        seen = person.wait_for(match)
        begun = time.perf_counter()
        version = person.move(match, seen)
        yield watcher.saw(version) - begun
