"""Programs of remote bots at the public door, with streams whose threads go on when a test says so."""

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from werkzeug.test import TestResponse

from frontend.bots import listening
from frontend.bots.listening import Listening
from frontend.bots.opening import NAME, Streams
from infra.visitor_socket import VisitorSocket
from shared.people.scopes import Scope
from tests.frontend.conftest import Pages
from tests.frontend.test_bearers import Program, program
from tests.services.conftest import platform

__all__ = ["platform"]

BOT = "zaphod@1"
OFFER = {"name": "zaphod", "version": 1, "games": {"quadropolis": {}}, "seconds": 5, "at_once": 3}
OF_A_CONNECTION: dict[str, Any] = {}  # what the server says of it besides its socket


@dataclass
class Heard:
    """An open stream: what came at first, and what comes now."""

    sock: VisitorSocket
    other: socket.socket
    first: list[dict[str, Any]]
    rest: bytes = b""
    lines: list[dict[str, Any]] = field(default_factory=list)

    def news(self) -> list[dict[str, Any]]:
        """Lines since the last look."""
        try:
            while part := self.other.recv(1 << 20):
                self.rest += part
        except BlockingIOError:
            pass
        found = []
        while b"\r\n" in self.rest:
            size, _, after = self.rest.partition(b"\r\n")
            length = int(size, 16)
            found += [json.loads(after[:length])] if length else []
            self.rest = after[length + 2 :]
        self.lines += found
        return found

    @property
    def is_over(self) -> bool:
        try:
            return self.other.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False

    def hang_up(self) -> None:
        """As the loop does it."""
        assert self.sock.visit
        self.sock.visit.end()
        self.sock.raw.close()

    @property
    def cursor(self) -> str:
        return str([*self.first, *self.lines][-1]["cursor"])


@dataclass
class Bot:
    pages: Pages
    program: Program
    streams: Streams
    opened: list[Heard] = field(default_factory=list)
    pairs: list[socket.socket] = field(default_factory=list)

    def post(self, path: str, **body: Any) -> TestResponse:
        return self.program.post(f"/bots/{BOT}{path}", body)

    def get(self, path: str = "", **more: Any) -> TestResponse:
        return self.program.get(f"/bots/{BOT}{path}", **more)

    def ask(self, **said: str) -> tuple[TestResponse, VisitorSocket, socket.socket]:
        own, other = socket.socketpair()
        other.setblocking(False)
        self.pairs += (own, other)
        sock = VisitorSocket(own)
        answer = self.get("/stream", query_string=said, environ_overrides={"gunicorn.socket": sock, **OF_A_CONNECTION})
        return answer, sock, other

    def open(self, **said: str) -> Heard:
        answer, sock, other = self.ask(**said)
        assert answer.status_code == 200, answer.text
        heard = Heard(sock, other, lines_of(answer))
        assert sock.visit
        sock.visit.begin()
        self.opened.append(heard)
        self.go_on()
        return heard

    def go_on(self) -> None:
        """Both threads, one round each."""
        self.streams.listening.step()
        self.streams.listening.look_round()

    def table(self, opener: str = "ada") -> str:
        """A table whose opener has asked for the bot."""
        ask = self.pages.platform.ask
        self.pages.site.roster.renew({f"bot:{BOT}"})  # on a busy machine a test takes longer than that lasts
        cause = f"open-{len(self.pages.streams.ledger.ids('table')):04}"
        answer = ask(opener, "POST", "/tables", game="quadropolis", seats=2, bots=["zaphod"], cause=cause)
        assert answer.json, answer.text
        return str(answer.json["id"])

    def match(self) -> str:
        id_ = self.table()
        assert self.post(f"/tables/{id_}/accept", cause="accept-1").status_code == 200
        self.pages.platform.ask("ada", "POST", f"/tables/{id_}/seats", cause="sit-0001")
        self.pages.settle()
        return id_

    def seen(self, id_: str) -> dict[str, Any]:
        found = self.get(f"/matches/{id_}").json
        assert found
        return dict(found)


def lines_of(answer: TestResponse) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.get_data().splitlines()]


@pytest.fixture
def bot(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bot]:
    """Registered and up."""
    monkeypatch.setattr(Listening, "start", lambda _: None)
    for name in ("WAIT", "ROUND"):
        monkeypatch.setattr(listening, name, 0.002)
    found = Bot(pages, program(pages, Scope.BOT), pages.app.extensions[NAME])
    answer = found.program.post("/bots", OFFER)
    assert answer.status_code == 200, answer.text
    pages.site.roster.renew({f"bot:{BOT}"})
    yield found
    for heard in found.opened:
        heard.hang_up()
    for sock in found.pairs:
        sock.close()
