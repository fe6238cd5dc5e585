"""The embedded server: one at a time in a folder, and nothing lost that was acknowledged."""

import os
import signal
import stat
import sys
from contextlib import closing

import pytest
import redis

from tests.servers import end, running_server, start_server, url_of, wait_until_up

pytestmark = pytest.mark.server


@pytest.fixture
def served(var):
    """A server that the test may end itself."""
    program = start_server(var)
    wait_until_up(url_of(var))
    yield program
    end(program)


def test_what_was_acknowledged_is_there_after_a_kill(var, served):
    with closing(redis.Redis.from_url(url_of(var))) as client:
        written = [client.xadd("stream", {"number": number}, id=f"{number}-0") for number in range(1, 201)]
        os.kill(served.pid, signal.SIGKILL)
    served.wait(timeout=10)
    with running_server(var) as url, closing(redis.Redis.from_url(url)) as client:
        assert [entry_id for entry_id, _ in client.xrange("stream") or ()] == written


def test_a_second_server_on_a_folder_is_refused_and_the_first_goes_on(var, served):
    second = start_server(var)
    said = second.communicate(timeout=20)[0]
    assert said == f"another server already serves {var}\n"
    assert second.returncode == 1
    assert served.poll() is None
    wait_until_up(url_of(var))


def test_a_runner_takes_over_a_server_that_outlived_another_runner(var, served):
    with closing(redis.Redis.from_url(url_of(var))) as client:
        client.set("kept", "yes")
    second = start_server(var, URBANIST_RUNNER=str(os.getpid()))
    try:
        assert served.wait(timeout=20) == 0
        wait_until_up(url_of(var))
        with closing(redis.Redis.from_url(url_of(var))) as client:
            assert client.get("kept") == b"yes"
            assert client.info("server")["process_id"] == second.pid
    finally:
        end(second)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not tell who listens")
def test_a_runner_takes_over_a_server_that_is_stopped(var, served):
    """Its runner was killed, and it neither obeys nor answers anybody."""
    os.kill(served.pid, signal.SIGSTOP)
    second = start_server(var, URBANIST_RUNNER=str(os.getpid()))
    try:
        assert served.wait(timeout=30) == -signal.SIGKILL
        wait_until_up(url_of(var))
    finally:
        end(second)


def test_a_program_whose_runner_is_gone_does_not_start(var):
    orphan = start_server(var, URBANIST_RUNNER="1" if os.getpid() != 1 else "2")
    assert orphan.communicate(timeout=20)[0] == "the runner is gone\n"


def test_nobody_else_may_open_its_folder_or_its_socket(var, served):
    assert stat.S_IMODE(var.stat().st_mode) == 0o700
    assert stat.S_IMODE((var / "redis.sock").stat().st_mode) == 0o700


def test_a_folder_with_a_very_long_name_works_through_a_port(var, free_ports):
    deep = var / ("x" * 100)
    program = start_server(deep, SERVER_PORT=str(free_ports[0]))
    try:
        url = url_of(deep, SERVER_PORT=str(free_ports[0]))
        assert url.startswith("redis://127.0.0.1:")
        wait_until_up(url)
    finally:
        end(program)
