"""How pages and services are served, and when the whole of them is ready."""

import subprocess
import sys
from contextlib import contextmanager

import httpx
import pytest

from infra.ready import still_missing
from tests.servers import CLEAN, end


@pytest.fixture
def web(free_ports):
    """A small app under the product's own settings of gunicorn: its address, and what it said so far and at its end."""
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


def test_only_failures_of_our_own_are_logged_and_without_their_query(web):
    url, process = web
    assert still_missing({"web": f"{url}/health"}, patience=30) == []
    answers = [httpx.get(f"{url}/{path}") for path in ("refuses", "nowhere", "fails?nonce=s3cret")]
    assert [answer.status_code for answer in answers] == [422, 404, 500]
    (line,) = end(process).splitlines()
    assert "GET /fails was answered 500 after" in line


def test_nobody_is_told_what_serves_the_pages(web):
    url, _ = web
    assert still_missing({"web": f"{url}/health"}, patience=30) == []
    assert httpx.get(f"{url}/health").headers["server"] == "urbanist"
