"""What the clients of docs/bots do where a server says no: they neither hammer at it nor fall silent."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from tests.waiting import BUSY, until
from tests.whole.test_remote_bots import CLIENTS, FILES, interpreter

MATCH = {"id": "m1", "turn": 7, "seat": 0, "called": [0], "view": {}, "legal_moves": [{"card": 1}]}
SNAPSHOT = {"type": "snapshot", "matches": [MATCH], "invitations": [], "cursor": "m1.9"}


class Stub(ThreadingHTTPServer):
    """Answers with these statuses by how a path ends, and keeps what was asked."""

    def __init__(self, statuses: dict[str, int]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.statuses, self.asked = statuses, list[tuple[str, Any]]()


class Handler(BaseHTTPRequestHandler):
    server: Stub

    def answer(self) -> None:
        path = self.path.partition("?")[0]
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "null")
        self.server.asked.append((path, body))
        status = next((status for end, status in self.server.statuses.items() if path.endswith(end)), 200)
        said = json.dumps(SNAPSHOT if path.endswith("/stream") else {}) + "\n"
        self.send_response(status)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said.encode())

    do_GET = do_POST = answer

    def log_message(self, *_: Any) -> None:
        """Not said."""


@contextmanager
def asking(file: str, statuses: dict[str, int]) -> Iterator[tuple[Stub, "subprocess.Popen[bytes]"]]:
    stub = Stub(statuses)
    Thread(target=stub.serve_forever, daemon=True).start()
    environ = {"PATH": os.environ["PATH"], "URBANIST_TOKEN": "token"}
    url = f"http://127.0.0.1:{stub.server_port}"
    program = subprocess.Popen([*interpreter(file), CLIENTS / file, url, "zaphod"], env=environ, stderr=subprocess.PIPE)
    try:
        yield stub, program
    finally:
        program.kill()
        program.communicate()
        stub.shutdown()
        stub.server_close()


@pytest.mark.parametrize("file", FILES)
def test_who_may_not_register_ends(file: str):
    with asking(file, {"/bots": 403}) as (stub, program):
        program.wait(BUSY)
        assert [path for path, _ in stub.asked] == ["/api/bots"]


@pytest.mark.parametrize("file", FILES)
def test_a_refused_stream_is_asked_for_again_after_a_pause(file: str):
    with asking(file, {"/stream": 403}) as (stub, program):
        with pytest.raises(subprocess.TimeoutExpired):
            program.wait(3)  # how often it asks in that time is what this is about: 719 times without a pause
        assert 1 <= sum(path.endswith("/stream") for path, _ in stub.asked) <= 8


@pytest.mark.parametrize("file", FILES)
def test_an_illegal_move_is_followed_by_one_with_another_key(file: str):
    with asking(file, {"/moves": 422}) as (stub, _):
        until(lambda: len(causes(stub)) >= 2, BUSY)
        assert causes(stub)[:2] == ["move-7-0", "again-7-0"]


def causes(stub: Stub) -> list[str]:
    return [body["cause"] for path, body in stub.asked if path.endswith("/moves")]
