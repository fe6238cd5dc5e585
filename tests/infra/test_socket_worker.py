"""Which requests the loop of the sockets' worker answers itself, and how long it gives way."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from infra.ready import still_missing
from infra.socket_worker import PATIENCE
from tests.servers import CLEAN, end
from tests.waiting import BUSY, until


@pytest.fixture
def port(free_ports: list[int]) -> Iterator[int]:
    command = [
        *(sys.executable, "-m", "gunicorn", "-c", "infra/gunicorn.conf.py", "-b", f"127.0.0.1:{free_ports[0]}"),
        *("--workers", "1", "--worker-class", "infra.socket_worker.SocketWorker"),
        "tests.infra.opening_app:create_app()",
    ]
    process = subprocess.Popen(command, env=CLEAN, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert still_missing({"web": f"http://127.0.0.1:{free_ports[0]}/counts"}, patience=30) == []
        yield free_ports[0]
    finally:
        said = end(process)
    assert said.count("ValueError: on purpose") == said.count("Traceback")


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=BUSY)


def counted(port: int, name: str) -> int:
    return int(httpx.get(f"http://127.0.0.1:{port}/counts", timeout=BUSY).json().get(name, 0))


def test_the_loop_answers_what_opens_at_once(port: int):
    with closing(connected(port)) as visitor:
        visitor.sendall(b"GET /opens HTTP/1.1\r\nHost: here\r\n\r\n")
        head, _, rest = visitor.recv(4096).partition(b"\r\n\r\n")
        first, server, date, *fields = head.split(b"\r\n")
        assert (first, server, rest) == (b"HTTP/1.1 101 SWITCHING PROTOCOLS", b"Server: urbanist", b"")
        assert date.startswith(b"Date: ")
        assert fields == [b"Connection: upgrade", b"Upgrade: echo", b"From: 127.0.0.1"]
        visitor.sendall(b"hello")
        assert visitor.recv(4096) == b"hello"
        assert counted(port, "ended") == 0
    until(lambda: counted(port, "ended") == 1)
    assert counted(port, "begun") == 1


def test_a_connection_may_ask_for_something_else_first(port: int):
    with closing(connected(port)) as visitor:
        visitor.sendall(b"GET /whole HTTP/1.1\r\nHost: here\r\n\r\n")
        assert visitor.recv(4096).endswith(b"web")
        visitor.sendall(b"GET /opens HTTP/1.1\r\nHost: here\r\n\r\n")
        assert visitor.recv(4096).startswith(b"HTTP/1.1 101 ")
        visitor.sendall(b"hello")
        assert visitor.recv(4096) == b"hello"


@pytest.mark.parametrize("path", ["whole", "fails"])
def test_a_thread_answers_the_rest(port: int, path: str):
    assert httpx.get(f"http://127.0.0.1:{port}/{path}", timeout=BUSY).text == "web"
    assert counted(port, "begun") == 0


def test_news_without_end_holds_nobody_up_for_long(port: int):
    before, began, count = counted(port, "waited"), time.monotonic(), 20
    with httpx.Client(timeout=BUSY) as client:
        for _ in range(count):
            assert client.get(f"http://127.0.0.1:{port}/whole").text == "web"
    assert counted(port, "waited") > before
    assert time.monotonic() - began < count * 4 * PATIENCE + BUSY / 10
