"""Tournaments of bots in the whole product: one plays through the public port, all of this release meet each other."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from services.console.verify import verify
from shared.people.scopes import Scope
from shared.people.tokens import Tokens
from tests.waiting import BUSY
from tests.whole.product import ROOT, Product, wait_for
from tests.whole.test_killed_tournaments import Program, is_over, now
from tests.whole.test_remote_bots import running

pytestmark = pytest.mark.server
QUICK = ("any_move", "greedy", "level_1", "level_2", "level_3")


@pytest.fixture
def product(var: Path, free_ports: list[int], tmp_path: Path) -> Iterator[Product]:
    running = Product(var, free_ports, tmp_path / "log")
    yield running.start()
    running.stop()


@pytest.fixture
def host(product: Product) -> Iterator[Program]:
    program = Program(product)
    yield program
    program.client.close()


def make_organiser(product: Product, id_: str) -> None:
    """Of the house; a guest's cookie acts no longer for an account, so this comes last."""
    organiser = now(product, id_).opening.organiser
    with closing(Redis.from_url(product.settings.redis_url, decode_responses=True)) as client:
        client.hset(organiser, mapping={"state": "account", "roles": "organiser"})


def verified_alone(record: bytes, folder: Path) -> None:
    """By the verifier of one file."""
    file = folder / "record.jsonl"
    file.write_bytes(record)
    done = subprocess.run([sys.executable, "-I", "-S", ROOT / "infra/verify.py", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_remote_bot_plays_a_swiss_by_the_client_in_python(product: Product, host: Program, tmp_path: Path):
    log, name = tmp_path / "client.log", "swiss_bot"
    id_ = str(host.post("/tournaments", game="quadropolis", format="swiss", rounds=2, title="Mixed")["id"])
    host.post(f"/tournaments/{id_}/add", bots=["any_move"] * 3)
    with running(product, product.url, "client.py", name, log):
        wait_for(lambda: "can be asked to tables" in log.read_text(), BUSY, log.read_text)
        answer = httpx.post(
            f"{product.url}/api/bots/{name}@1/tournaments/{id_}/enter",
            json={"cause": "enter-0001"},
            headers={"Authorization": f"Bearer {token_of(product, name)}"},
            timeout=BUSY,
        )
        assert answer.status_code == 200, answer.text
        host.post(f"/tournaments/{id_}/start")
        wait_for(lambda: is_over(product, id_), 4 * BUSY, product.log.read_text)
    found = now(product, id_)
    number = found.entrant_of(f"bot:{name}@1")
    assert sum(number in seats for one in found.rounds for seats in one.tables) == 2
    assert {result.how for one in found.rounds for result in one.results.values()} == {"played"}
    record = host.get(f"/tournaments/{id_}/record").content
    assert verify(record).holds
    verified_alone(record, tmp_path)


def token_of(product: Product, name: str) -> str:
    """Of the account for which the client plays."""
    owner = f"{name}0000000000"[:12].replace("_", "0")
    with closing(Redis.from_url(product.settings.redis_url, decode_responses=True)) as client:
        return Tokens(client).make(owner, "its owner", [Scope.BOT], None, "form-2")


@pytest.mark.parametrize("times", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_a_round_robin_of_bots_ends_by_itself_and_is_their_public_rating(
    product: Product, host: Program, tmp_path: Path, times: int
):
    """With six of each of five bots, 435 matches."""
    entrants = len(QUICK) * times
    cup = {"game": "quadropolis", "format": "round_robin", "title": "All against all"}
    terms = {"clock": {"kind": "total", "seconds": 600, "increment": 5, "delay": 0}, "rated": True, "take_back": False}
    id_ = str(host.post("/tournaments", **cup, terms=terms)["id"])
    host.post(f"/tournaments/{id_}/add", bots=list(QUICK) * times)
    host.post(f"/tournaments/{id_}/start")
    make_organiser(product, id_)
    anybody = Program(product)
    wait_for(lambda: bool(now(product, id_).rounds), BUSY, product.log.read_text)
    matches = entrants * (entrants - 1) // 2
    page = anybody.client.get(f"{product.url}/tournaments/{id_}").text
    said = re.search(rf"\d+ of {matches} matches of the tournament", page)
    assert said or is_over(product, id_), page
    wait_for(lambda: is_over(product, id_), 120 + 8 * matches, product.log.read_text)
    found: Any = anybody.get(f"/tournaments/{id_}").json()
    assert (found["reason"], found["progress"]) == ("finished", {"tables": matches, "results": matches})
    record = anybody.get(f"/tournaments/{id_}/record").content
    assert verify(record).holds
    verified_alone(record, tmp_path)
    bots = anybody.client.get(f"{product.url}/bots").text
    assert f'href="/tournaments/{id_}/audit"' in bots
    assert f"In the last round robin of this server, bots played {matches} matches of " in bots
    ratings = anybody.client.get(f"{product.url}/ratings/quadropolis-classic").text
    assert "level 3" in ratings
    anybody.client.close()
