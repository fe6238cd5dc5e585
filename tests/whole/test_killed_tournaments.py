"""Tournaments in the whole product: they run by themselves, whatever is killed and started again meanwhile."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.console.verify import verify
from shared.ledger.redis import open_ledger
from shared.platform.streams import Streams
from shared.platform.tournament import Tournament
from tests.waiting import BUSY
from tests.whole.product import SERVER, Product, wait_for

pytestmark = [pytest.mark.server, pytest.mark.slow]
PROGRAMS = (("-m services.matchmaking",), ("rq worker pairings",), ("rq worker bots",), SERVER)


@pytest.fixture
def product(var: Path, free_ports: list[int], tmp_path: Path) -> Iterator[Product]:
    running = Product(var, free_ports, tmp_path / "log", URBANIST_BOT_PAUSE="0.05", URBANIST_BOT_PATIENCE="1")
    yield running.start()
    running.stop()


class Program:
    """Asks at the public door, as whoever its cookie says."""

    def __init__(self, product: Product) -> None:
        self.client = httpx.Client(base_url=f"{product.url}/api", timeout=30)
        self.numbers = count()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.client.post(path, json={"cause": f"program-{next(self.numbers):04}", **body})
        assert answer.status_code < 300, answer.text
        return answer.json()

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path)


@pytest.fixture
def host(product: Product) -> Iterator[Program]:
    program = Program(product)
    yield program
    program.client.close()


def now(product: Product, id_: str) -> Tournament:
    return Streams(open_ledger(product.settings.redis_url)).tournaments.load(f"tournament:{id_}").state


def is_over(product: Product, id_: str) -> bool:
    return now(product, id_).ended is not None


def begun(host: Program, **more: Any) -> str:
    cup = {"game": "quadropolis", "format": "swiss", "title": "The cup", **more}
    id_ = str(host.post("/tournaments", **cup)["id"])
    host.post(f"/tournaments/{id_}/add", bots=["any_move"] * 6)
    host.post(f"/tournaments/{id_}/start")
    return id_


def test_a_small_swiss_ends_and_whoever_likes_verifies_it(product: Product, host: Program) -> None:
    id_ = begun(host, rounds=2)
    wait_for(lambda: is_over(product, id_), 120, product.log.read_text)
    found = host.get(f"/tournaments/{id_}").json()
    assert (found["status"], found["reason"], found["progress"]) == ("ended", "finished", {"tables": 6, "results": 6})
    assert verify(host.get(f"/tournaments/{id_}/record").content).holds
    assert [row["id"] for row in host.get("/tournaments?status=ended").json()["tournaments"]] == [id_]
    assert host.get(f"/tournaments/{id_}/exports/csv").text.startswith("place,entrant,name,points")
    assert now(product, id_).rounds[0].by.startswith(("py4swiss", "urbanist"))


def test_kills_and_a_restart_in_mid_round_change_no_pairing_and_lose_nothing(product: Product, host: Program) -> None:
    id_ = begun(host, rounds=3)
    wait_for(lambda: bool(now(product, id_).rounds), BUSY, product.log.read_text)
    for words in PROGRAMS:
        before = now(product, id_)
        product.kill(*words)
        wait_for(product.answers, BUSY, product.log.read_text)
        assert [one.tables for one in now(product, id_).rounds][: len(before.rounds)] == [
            one.tables for one in before.rounds
        ]
    before = now(product, id_)
    product.stop()
    product.start()
    wait_for(lambda: is_over(product, id_), 180, product.log.read_text)
    found = now(product, id_)
    assert [one.tables for one in found.rounds][: len(before.rounds)] == [one.tables for one in before.rounds]
    entries = Streams(open_ledger(product.settings.redis_url)).tournaments.reader.past(f"tournament:{id_}").entries
    types = Counter(entry.envelope.type for entry in entries)
    assert (types["tournament.round_paired"], types["tournament.match_linked"]) == (3, 9)
    assert types["tournament.result_recorded"] == 9
    assert found.ended
    assert found.ended.reason == "finished"
    assert verify(host.get(f"/tournaments/{id_}/record").content).holds
