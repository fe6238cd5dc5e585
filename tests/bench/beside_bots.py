"""Whether somebody's opponent waits for a tournament of bots: how long its answers take, without one and with one.

python -m tests.bench.beside_bots [ENTRANTS]: the whole product, in a folder of its own. A round robin of so many quick
bots runs on its worker; a person plays whole matches against a bot meanwhile, as before.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from tests.bench.figure import Figure, spread
from tests.servers import ports
from tests.whole.product import Product

QUICK = ("any_move", "greedy", "level_1", "level_2", "level_3")
OPPONENT = "greedy"
MATCHES = 3
LOOK = 0.01  # seconds between two looks at the match


class Asking:
    """A program at the public door, with a cookie of its own."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=f"{url}/api", timeout=120)
        self.numbers = count()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.client.post(path, json={"cause": f"bench-{next(self.numbers):05}", **body})
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path)


def waits(url: str) -> list[float]:
    """Seconds from each move of a person until the bot has answered."""
    person = Asking(url)
    return [wait for _ in range(MATCHES) for wait in _of_match(person)]


def _of_match(person: Asking) -> Iterator[float]:
    id_ = person.post("/tables", game="quadropolis", seats=2, bots=[OPPONENT])["id"]
    person.post(f"/tables/{id_}/seats")
    while person.get(f"/matches/{id_}").status_code != 200:
        time.sleep(LOOK)  # until the match has begun
    seen = called(person, id_)
    while seen["status"] == "playing":
        person.post(f"/matches/{id_}/moves", turn=seen["turn"], move=seen["legal_moves"][0])
        moved = time.perf_counter()
        seen = called(person, id_)
        yield time.perf_counter() - moved


def called(person: Asking, id_: str) -> Any:
    """The match once the person is called, or it is over."""
    while (seen := person.get(f"/matches/{id_}").json())["status"] == "playing" and not seen["legal_moves"]:
        time.sleep(LOOK)  # the bot is at it
    return seen


def begin(url: str, entrants: int) -> tuple[Asking, str]:
    host = Asking(url)
    id_ = str(host.post("/tournaments", game="quadropolis", format="round_robin", title="All against all")["id"])
    host.post(f"/tournaments/{id_}/add", bots=[QUICK[number % len(QUICK)] for number in range(entrants)])
    host.post(f"/tournaments/{id_}/start")
    return host, id_


def played(host: Asking, id_: str) -> int:
    return int(host.get(f"/tournaments/{id_}").json()["progress"]["results"])


@contextmanager
def product() -> Iterator[Product]:
    with TemporaryDirectory() as folder:
        running = Product(Path(folder) / "var", ports(6), Path(folder) / "log")
        running.start()
        try:
            yield running
        finally:
            running.stop()


def measure(entrants: int) -> Iterator[Figure]:
    with product() as running:
        yield Figure("a bot's answer, nothing else runs", spread(waits(running.url)))
        host, id_ = begin(running.url, entrants)
        while not played(host, id_):
            time.sleep(1)  # until its first table has ended
        before, since = played(host, id_), time.perf_counter()
        yield Figure(f"a bot's answer beside a round robin of {entrants} bots", spread(waits(running.url)))
        took = time.perf_counter() - since
        yield Figure("matches of the round robin meanwhile", f"{(played(host, id_) - before) / took:.2f}/s")


def main() -> None:
    for figure in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 30):
        print(f"{figure.name}: {figure.value}", flush=True)


if __name__ == "__main__":
    main()
