"""The clients of docs/bots play whole matches through the public port, while their connections are cut at random."""

import json
import os
import secrets
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from infra.verify import verdict_on
from shared.people.scopes import Scope
from shared.people.tokens import Tokens
from tests.node import MISSING, node
from tests.waiting import BUSY, until
from tests.whole.cutting import cutting
from tests.whole.product import ROOT, Product

CLIENTS = ROOT / "docs/bots"
FILES = ("client.py", "client.mjs")
GAMES = ("quadropolis", "sprawlopolis")


def interpreter(file: str, libraries: bool = False) -> list[str]:
    if file.endswith(".py"):  # -S: the standard library, and nothing that was installed
        return [sys.executable, "-I"] if libraries else [sys.executable, "-I", "-S"]
    path = node()
    assert path, MISSING
    return [path]


@contextmanager
def running(
    product: Product, url: str, file: str, name: str, log: Path, *, libraries: bool = False
) -> Iterator["subprocess.Popen[bytes]"]:
    """The client as its author starts it, with a token of its own, in the folder of its log."""
    owner = f"{name}0000000000"[:12].replace("_", "0")
    with closing(Redis.from_url(product.settings.redis_url, decode_responses=True)) as client:
        client.hset(f"person:{owner}", "state", "account")
        token = Tokens(client).make(owner, "my bot", [Scope.BOT], None, f"form-{secrets.token_hex(4)}")
    environ = {"PATH": os.environ["PATH"], "URBANIST_TOKEN": token}
    with log.open("wb") as said:
        program = subprocess.Popen(
            [*interpreter(file, libraries), CLIENTS / file, url, name],
            env=environ,
            stdout=said,
            stderr=said,
            cwd=log.parent,
        )
        try:
            yield program
        finally:
            program.kill()
            program.wait()


class Ada:
    """A person who asks for the bot and plays the first move that she may."""

    def __init__(self, product: Product, number: str, log: Path) -> None:
        self.log, self.asked = log, 0
        self.client = httpx.Client(base_url=f"{product.url}/api", timeout=BUSY)
        self.number = number

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        answer = self.client.post(path, json=body)
        assert answer.is_success, answer.text
        return dict(answer.json())

    def said(self) -> str:
        """By the client."""
        return self.log.read_text()

    def open(self, game: str, bot: str) -> str:
        """Once the bot can sit down."""
        body = {"game": game, "seats": 2, "bots": [bot], "cause": f"open-{game}-{self.number}"}
        until(lambda: self.client.post("/tables", json=body).status_code == 201, BUSY, self.said)
        id_ = str(self.post("/tables", **body)["id"])
        until(lambda: self.has_come(id_, bot), 2 * BUSY, self.said)
        self.post(f"/tables/{id_}/seats", cause="sit-00001")
        return id_

    def has_come(self, id_: str, bot: str) -> bool:
        """On a busy machine an invitation may lapse before it is heard: then she asks again."""
        self.asked += 1
        self.client.post(f"/tables/{id_}/bots", json={"bot": bot, "cause": f"ask-{self.asked:05}"})
        return bool(self.client.get(f"/tables/{id_}").json()["seats"].count(None) < 2)

    def play(self, id_: str) -> None:
        until(lambda: self.client.get(f"/matches/{id_}").status_code == 200, BUSY, self.said)
        until(lambda: not self.goes_on(id_), 4 * BUSY, self.said)

    def goes_on(self, id_: str) -> bool:
        seen = self.client.get(f"/matches/{id_}").json()
        if seen["legal_moves"]:
            body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": f"ada-move-{seen['turn']}"}
            self.post(f"/matches/{id_}/moves", **body)
        return bool(seen["status"] == "playing")

    def record(self, id_: str) -> list[dict[str, Any]]:
        """The envelopes of all events."""
        lines = self.client.get(f"/matches/{id_}/export").text.splitlines()
        return [json.loads(line)["envelope"] for line in lines[1:]]


@pytest.mark.parametrize("file", FILES)
def test_a_client_is_short(file: str):
    assert len((CLIENTS / file).read_text("utf-8").splitlines()) <= 175


@pytest.mark.parametrize("file", FILES)
def test_a_client_plays_both_games_however_often_it_is_cut_off(product: Product, tmp_path: Path, file: str):
    name, log = f"cut_{file[-2:]}", tmp_path / "log"
    ada = Ada(product, file[-2:], log)
    with (
        cutting(product.settings.port, seed=1) as cut,
        running(product, cut.url, file, name, log) as program,
        closing(ada.client),
    ):
        ids = [ada.open(game, name) for game in GAMES]
        for id_ in ids:
            ada.play(id_)
            record = ada.record(id_)
            kinds = Counter(event["type"] for event in record)
            assert kinds["match.ended"] == 1, log.read_text()
            assert kinds["match.stood_in"] == kinds["match.stand_in_seated"] == 0, log.read_text()
            assert sum(event["by"] == f"bot:{name}@1" and event["move"] is not None for event in record) >= 5
        assert program.poll() is None, log.read_text()
        assert cut.cut_streams >= 3, log.read_text()


@pytest.mark.parametrize("file", FILES)
def test_a_client_signs_what_it_plays_with_a_key_that_it_keeps(product: Product, tmp_path: Path, file: str):
    """Started again in the middle of a match, it goes on signing."""
    name, log = f"signs_{file[-2:].strip('.')}", tmp_path / "log"
    ada = Ada(product, f"signs-{file[-2:]}".replace(".", "x"), log)

    def moves() -> list[dict[str, Any]]:
        return [event for event in ada.record(id_) if event["by"] == f"bot:{name}@1" and event["move"] is not None]

    with closing(ada.client):
        with running(product, product.url, file, name, log, libraries=True):
            id_ = ada.open("quadropolis", name)
            until(lambda: ada.client.get(f"/matches/{id_}").status_code == 200, BUSY, ada.said)
            until(lambda: not ada.goes_on(id_) or len(moves()) > 2, BUSY, ada.said)
        assert (tmp_path / f"{name}.key").stat().st_mode & 0o777 == 0o600
        with running(product, product.url, file, name, log, libraries=True):
            ada.play(id_)
        seats = [event["data"] for event in ada.record(id_) if event["type"] == "table.seat_taken"]
        assert [bool(seat["key"]) for seat in seats if seat["player"] == f"bot:{name}@1"] == [True], log.read_text()
        assert len(moves()) >= 10
        assert all("signed" in move for move in moves()), log.read_text()
        verdict = verdict_on(ada.client.get(f"/matches/{id_}/export").content)
    assert (verdict.failures, verdict.checks["signature"]) == ((), "ok")
