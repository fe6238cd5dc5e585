"""How pages and services are served, and when the whole of them is ready."""

import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager

import httpx
import pytest

from frontend.door.connections import QUIET
from infra import arbiter
from infra.arbiter import AT_MOST, LINGERS
from infra.ready import still_missing
from infra.runner import NAMED
from infra.waiting_worker import PATIENCE
from tests.servers import CLEAN, end
from tests.waiting import BUSY, until


@pytest.fixture
def web(free_ports):
    """A small app under the product's own gunicorn settings: its address, and its process."""
    with served(free_ports[0]) as (url, process):
        yield url, process


@contextmanager
def served(port):
    command = [
        *(sys.executable, "-m", "gunicorn", "-c", "infra/gunicorn.conf.py", "-b", f"127.0.0.1:{port}"),
        "tests.infra.failing_app:create_app()",
    ]
    process = subprocess.Popen(command, env=CLEAN, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield f"http://127.0.0.1:{port}", process
    finally:
        if process.poll() is None:
            end(process)


def test_it_is_ready_when_all_parts_are_well(web):
    url, _ = web
    assert still_missing({"frontend": f"{url}/health", "live": f"{url}/health"}, patience=30) == []


def test_a_part_that_does_not_come_up_is_named(web, free_ports):
    url, _ = web
    nobody = f"http://127.0.0.1:{free_ports[1]}"
    assert still_missing({"frontend": f"{url}/health"}, patience=30) == []
    waiting = {"frontend": f"{url}/health", "live": f"{nobody}/health", "scoring": f"{url}/fails"}
    assert still_missing(waiting, patience=1) == ["live", "scoring"]


@pytest.mark.slow
def test_workers_go_on_serving_for_a_while_after_their_master_has_crashed(web):
    url, process = web
    assert still_missing({"web": f"{url}/health"}, patience=30) == []
    process.kill()
    process.wait()
    began = time.monotonic()
    while time.monotonic() < began + LINGERS - 1.5:
        assert httpx.get(f"{url}/health", timeout=BUSY).text == "well"
    until(lambda: still_missing({"web": f"{url}/health"}, patience=0.3) == ["web"])
    process.communicate()


def test_only_failures_of_our_own_are_logged_and_without_their_query(web):
    url, process = web
    assert still_missing({"web": f"{url}/health"}, patience=30) == []
    answers = [httpx.get(f"{url}/{path}", timeout=BUSY) for path in ("refuses", "nowhere", "fails?nonce=s3cret")]
    assert [answer.status_code for answer in answers] == [422, 404, 500]
    (line,) = end(process).splitlines()
    assert "GET /fails was answered 500 after" in line


def test_a_service_keeps_a_quiet_connection_longer_than_its_client_does(web):
    """Otherwise a command now and then goes into a connection that is just being closed."""
    url, _ = web
    assert still_missing({"web": f"{url}/health"}, patience=30) == []
    with socket.create_connection(("127.0.0.1", int(url.rsplit(":", 1)[1]))) as plain:
        plain.sendall(b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n")
        answer = b""
        while not answer.endswith(b"well"):
            answer += plain.recv(4096)
        plain.settimeout(QUIET + 1)
        with pytest.raises(TimeoutError):
            plain.recv(1)


def test_nobody_is_told_what_serves_the_pages(web):
    url, _ = web
    assert still_missing({"web": f"{url}/health"}, patience=30) == []
    assert httpx.get(f"{url}/health", timeout=BUSY).headers["server"] == "urbanist"


@pytest.mark.parametrize(
    ("broken", "status"),
    [
        (b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
        (b"Content-Length: 4\r\nContent-Length: 5\r\n\r\n", b"400"),
        (b"Content-Length: -1\r\n\r\n", b"400"),
        (b"Host: another\r\n\r\n", b"400"),
        (b"X: a\0b\r\n\r\n", b"400"),
        (b"SCRIPT_NAME: /elsewhere\r\n\r\n", b"200"),
    ],
)
def test_something_that_is_no_request_is_refused(web, broken, status):
    url, _ = web
    assert still_missing({"web": f"{url}/health"}, patience=30) == []
    with socket.create_connection(("127.0.0.1", int(url.rsplit(":", 1)[1])), timeout=5) as plain:
        plain.sendall(b"GET /health HTTP/1.1\r\nHost: here\r\nConnection: close\r\n" + broken)
        assert plain.recv(4096).split(b" ", 2)[1] == status


SLOW = [b"", b"GET / HTTP/1.1\r\nX: ", b"POST /health HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf"]


@pytest.mark.parametrize("said", SLOW)
def test_visitors_who_never_finish_do_not_keep_others_out(free_ports, monkeypatch, said):
    monkeypatch.setitem(CLEAN, "WEB_THREADS", "2")
    monkeypatch.setitem(CLEAN, "WEB_CONCURRENCY", "1")
    with served(free_ports[0]) as (url, _), ExitStack() as slow:
        assert still_missing({"web": f"{url}/health"}, patience=30) == []
        for _ in range(2):
            visitor = slow.enter_context(socket.create_connection(("127.0.0.1", free_ports[0])))
            visitor.sendall(said)
        time.sleep(0.3)  # until they are read: nobody says when that is
        assert httpx.get(f"{url}/health", timeout=PATIENCE + 2).text == "well"


@pytest.mark.parametrize(("runner", "seconds"), [("", LINGERS), ("gone", LINGERS), ("there", AT_MOST)])
def test_workers_wait_longer_for_a_master_that_a_runner_starts(monkeypatch, runner, seconds):
    gone = subprocess.Popen(["true"])
    gone.wait()
    pids = {"gone": gone.pid, "there": os.getpid()}
    monkeypatch.setenv(NAMED, str(pids[runner])) if runner else monkeypatch.delenv(NAMED, raising=False)
    worker = object.__new__(arbiter.Worker)
    worker.alone_since = time.monotonic() - seconds + 0.5
    assert worker.is_parent_alive()
    worker.alone_since -= 1
    assert not worker.is_parent_alive()
