"""The newest anchor is stamped by a time-stamp server; one that fails is asked again, and stops nothing."""

from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from frontend.caller import stamping
from frontend.caller.stamping import AGAIN, EVERY, LARGEST, Stamper, keep_stamping
from shared.ledger.anchors import Anchors, Leaf
from shared.ledger.anchors.stamped import request
from tests.openssl import Authority, openssl


class Server:
    """`openssl ts -reply` behind HTTP. `says` takes the place of its answers."""

    def __init__(self, authority: Authority) -> None:
        self.authority = authority
        self.status = 200
        self.says: bytes | None = None
        self.asked: list[tuple[str, bytes]] = []
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}/stamp"

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()

    def handler(self) -> type[BaseHTTPRequestHandler]:
        server: Any = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                question = self.rfile.read(int(self.headers["Content-Length"]))
                server.asked.append((self.headers["Content-Type"], question))
                answer = server.authority.answer(question) if server.says is None else server.says
                self.send_response(server.status)
                self.send_header("Content-Type", "application/timestamp-reply")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *words: object) -> None:
                """It says nothing."""

        return Handler


@pytest.fixture
def server(authority: Authority) -> Iterator[Server]:
    with closing(Server(authority)) as found:
        yield found


@pytest.fixture
def anchors(tmp_path: Path) -> Anchors:
    found = Anchors(tmp_path / "anchors")
    with found.alone():
        found.put("2026-11-30T18:00:00.113Z", [Leaf("match:a1b2c3d4e5f6", 40, "ab" * 32)])
    return found


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_stamp_of_an_anchor_is_one_that_openssl_believes(anchors: Anchors, server: Server, tmp_path: Path):
    stamper = Stamper(anchors, server.url)
    stamper.look()
    stamper.look()
    assert [kind for kind, _ in server.asked] == ["application/timestamp-query"]
    data, token = tmp_path / "1.json", tmp_path / "1.tsr"
    data.write_bytes(anchors.of(1).to_bytes())
    token.write_bytes(anchors.token(1) or b"")
    files = ("-data", str(data), "-in", str(token), "-CAfile", str(server.authority.certificate))
    assert b"Verification: OK" in openssl("ts", "-verify", *files)


def test_without_an_anchor_nobody_is_asked(server: Server, tmp_path: Path):
    Stamper(Anchors(tmp_path / "none"), server.url).look()
    assert server.asked == []


def test_of_several_anchors_the_newest_is_stamped_for_all_before_it(anchors: Anchors, server: Server):
    anchors.put("2026-11-30T19:00:00.000Z", [Leaf("match:a1b2c3d4e5f6", 41, "cd" * 32)])
    Stamper(anchors, server.url).look()
    assert [anchors.token(number) is not None for number in (1, 2)] == [False, True]


@pytest.mark.parametrize(
    ("status", "says", "why"),
    [
        (503, b"", "the server answered 503"),
        (200, b"<html>", "it ends too early"),
        (200, bytes(LARGEST + 1), "its answer is too long, or comes too slowly"),
        (200, "another", "it stamps something else"),
        (200, "before", "it answers another question"),
    ],
)
def test_a_server_that_does_not_stamp_is_told_in_a_sentence_and_asked_again(
    anchors: Anchors, server: Server, monkeypatch: pytest.MonkeyPatch, status: int, says: Any, why: str
):
    said: list[dict[str, Any]] = []
    monkeypatch.setattr(stamping.log, "warning", lambda event, **facts: said.append({"event": event, **facts}))
    digest = {"another": "00" * 32, "before": anchors.of(1).digest}.get(says)
    server.status = status
    server.says = server.authority.answer(request(digest, 1 << 64)) if digest else says
    stamper, clock = Stamper(anchors, server.url), Clock()
    stamper.clock = clock
    for _ in range(3):
        stamper.look()
    assert (len(server.asked), anchors.token(1)) == (1, None)
    assert said == [{"event": "anchor_not_stamped", "anchor": 1, "reason": why, "again_in_seconds": int(AGAIN)}]
    clock.now += AGAIN
    server.status, server.says = 200, None
    stamper.look()
    assert anchors.token(1)


def test_a_server_that_is_not_there_is_asked_again_too(
    anchors: Anchors, authority: Authority, monkeypatch: pytest.MonkeyPatch
):
    said: list[str] = []
    monkeypatch.setattr(stamping.log, "warning", lambda event, **facts: said.append(facts["reason"]))
    with closing(Server(authority)) as gone:
        url = gone.url
    Stamper(anchors, url).look()
    assert (anchors.token(1), len(said)) == (None, 1)
    assert said[0]


def test_the_thread_goes_on_whatever_happens(monkeypatch: pytest.MonkeyPatch):
    left: list[Exception | None] = [OSError("full"), None]
    rests: list[float] = []
    told: list[str] = []
    monkeypatch.setattr(stamping.log, "exception", told.append)

    class Failing:
        def look(self) -> None:
            if error := left.pop(0):
                raise error

    failing: Any = Failing()
    keep_stamping(failing, lambda: not left, rests.append)
    assert (rests, told) == ([AGAIN, EVERY, EVERY], ["anchor_left_unstamped"])
