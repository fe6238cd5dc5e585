"""Somebody plays, talks, is written to, and is erased: every record verifies, and no file of the server knows them."""

import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from shared.people.erasing import UNDER_WAY
from tests.frontend.calling.others import Mails, mail_server
from tests.people.conftest import dump
from tests.waiting import until
from tests.whole.product import ROOT, Product

pytestmark = [pytest.mark.server, pytest.mark.slow]
NAME, ADDRESS = "Adelheid von Erased", "Adelheid.Post@erased.example"
SAID = "whatever I say is mine alone"
SOUGHT = (NAME, ADDRESS, SAID)


@pytest.fixture
def mails() -> Iterator[tuple[str, Mails]]:
    with mail_server() as found:
        yield found


class Visitor:
    """A browser without scripts."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=30)

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def get(self, address: str) -> str:
        answer = self.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer.text

    def post(self, address: str, **form: str) -> str:
        """Where it leads to."""
        token = re.search('name="csrf_token" value="([^"]+)"', self.get("/"))
        assert token
        answer = self.client.post(address, data={"csrf_token": token[1], **form})
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"]

    def seen(self, id_: str) -> Any:
        return self.client.get(f"/api/matches/{id_}").json()

    def play_to_the_end(self, id_: str) -> None:
        while (seen := until(lambda: self.waited(id_)))["status"] == "playing":
            move = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": f"turn-{seen['turn']:05}"}
            assert self.client.post(f"/api/matches/{id_}/moves", json=move).status_code in (200, 409)

    def waited(self, id_: str) -> Any:
        """The match when this visitor is called, or once it is over."""
        seen = self.seen(id_)
        return seen if seen.get("legal_moves") or seen.get("status", "playing") != "playing" else None

    def match(self) -> str:
        id_ = self.post("/play", game="quadropolis", bots="1").rsplit("/", 1)[1]
        until(lambda: "turn" in self.seen(id_))
        return id_

    def export(self, id_: str) -> bytes:
        return self.client.get(f"/api/matches/{id_}/export").content


def lives(ada: Visitor, product: Product, mails: Mails) -> tuple[str, str]:
    """A match that is over, and one that runs."""
    ada.post("/name", name=NAME)
    ended, running = ada.match(), ada.match()
    ada.play_to_the_end(ended)
    ada.post(f"/t/{ended}/talk", text=SAID)
    ada.post(f"/t/{running}/talk", text=SAID)
    ada.post(f"/t/{running}/seat")
    ada.client.get("/score/quadropolis", params={"who": NAME, "city": NAME})
    ada.post("/settings/mail", to=ADDRESS, every="3600")
    until(lambda: mails.arrived, why=lambda: product.log.read_text())
    link = re.search(r"link=(\S+)", mails.arrived[0].get_content())
    assert link
    ada.client.get("/settings/mail/confirm", params={"link": link[1]})
    token = re.search('name="csrf_token" value="([^"]+)"', ada.get("/"))
    assert token
    ada.client.post("/settings/mail/confirm", data={"csrf_token": token[1], "link": link[1]})
    assert ADDRESS in unescape(ada.get("/settings"))
    return ended, running


def found_in(folder: Path, *more: Path) -> list[str]:
    """Files that hold the name, the address, or what was said, in any case."""
    files = [path for path in folder.rglob("*") if path.is_file()] + [*more]
    texts = {path: path.read_bytes().lower() for path in files}
    return [f"{path}: {word}" for path, text in texts.items() for word in SOUGHT if word.lower().encode() in text]


def reading(url: str) -> Any:
    """A client that reads everything as text, also what is none."""
    return redis.Redis.from_url(url, protocol=2, decode_responses=True, encoding_errors="surrogateescape")


def jobs(client: Any) -> Iterator[bytes]:
    """What the queues' jobs hold, which is compressed there."""
    for key in client.scan_iter(match="rq:job:*"):
        data = (client.hget(key, "data") or "").encode(errors="surrogateescape")
        yield zlib.decompress(data) if data else b""


def verified(product: Product) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "services.console", "verify", "--all"]
    return subprocess.run(command, cwd=ROOT, env=product.environ, capture_output=True, text=True, check=False)


def test_an_erased_person_is_nowhere_and_every_record_verifies(
    var: Path, free_ports: list[int], tmp_path: Path, mails: tuple[str, Mails]
) -> None:
    url, arrived = mails
    product = Product(var, free_ports, tmp_path / "log", URBANIST_SMTP_URL=url).start()
    try:
        with Visitor(product.url) as ada, Visitor(product.url) as bob:
            ended, running = lives(ada, product, arrived)
            assert NAME in bob.get(f"/m/{ended}")
            before = bob.export(ended)
            with closing(reading(product.settings.redis_url)) as client:
                assert all(word.lower() in dump(client).lower() for word in SOUGHT)
                assert found_in(var) != []
                assert ada.post("/account/erase", name=NAME) == "/account/erased"
                until(lambda: not client.exists(UNDER_WAY), 60, lambda: product.log.read_text())
                assert [word for word in SOUGHT if word.lower() in dump(client).lower()] == []
                assert [word for word in SOUGHT if word.encode() in b"".join(jobs(client))] == []
            assert found_in(var, product.log) == []
            assert bob.export(ended) == before
            assert all(word.encode() not in bob.export(id_) for id_ in (ended, running) for word in SOUGHT)
            assert "former player" in bob.get(f"/m/{ended}")
            assert ada.seen(running)["seat"] is None
            result = verified(product)
            assert result.returncode == 0, result.stdout + result.stderr
    finally:
        product.stop()
    assert found_in(var, product.log) == []
