"""A program that shows no sign of life is killed; one that computes, starts or waits for the server is not."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest
import redis

from infra import program
from infra.program import PATIENCE, SILENT, STARTS, STOPPED, Process
from infra.pulse import Ping, Pipe, is_running, is_stopped, is_up
from shared.web import life
from tests.servers import running_server
from tests.waiting import until

SLEEPS, COMPUTES = "import time; time.sleep(60)", "any(iter(int, 1))"  # what a process may do for ever


class Watched:
    """A real process of one line, under a clock that the test sets."""

    def __init__(self, does: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(program, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.child = subprocess.Popen([sys.executable, "-c", f"print(flush=True); {does}"], stdout=subprocess.PIPE)
        assert self.child.stdout
        self.child.stdout.readline()
        until(lambda: does != SLEEPS or not is_running(self.child.pid))
        self.options = SimpleNamespace(server_is_silent=False)
        config: Any = SimpleNamespace(name="listener", options=self.options)
        self.process = Process(config)
        self.process.pid, self.process.looked = self.child.pid, self.now
        self.pipe = self.process.pulse = Pipe()

    def shows(self, sign: bytes) -> None:
        os.write(self.pipe.theirs, sign)

    def looks(self, seconds: float, every: float = 1.0) -> bool:
        """Whether it is still there after the runner has looked at it from time to time for so long."""
        for _ in range(int(seconds / every)):
            self.now += every
            self.process.look()
        return not self.process.was_hung

    def stops(self) -> None:
        os.kill(self.child.pid, signal.SIGSTOP)
        until(lambda: is_stopped(self.child.pid))

    def is_killed(self) -> bool:
        return self.child.wait(10) == -9

    def end(self) -> None:
        self.child.kill()
        self.child.communicate()
        self.pipe.close()


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    made = Watched(SLEEPS, monkeypatch)
    yield made
    made.end()


def test_a_program_that_stops_showing_signs_is_ended_with_one_line(watched: Watched, capfd):
    for _ in range(20):
        watched.shows(life.WORKS)
        assert watched.looks(3)
    assert watched.looks(SILENT - 3)
    assert not watched.looks(4)
    assert watched.is_killed()
    assert capfd.readouterr().out == "listener              | shows no sign of life: it is ended and started again\n"


def test_a_program_that_never_showed_signs_is_left_alone_and_one_that_starts_gets_a_minute(watched: Watched):
    assert watched.looks(1000)
    watched.shows(life.STARTS)
    assert watched.looks(STARTS)
    assert not watched.looks(2)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not tell who is stopped")
@pytest.mark.parametrize("sign", [b"", life.STARTS, life.WORKS], ids=["silent", "starts", "works"])
def test_a_stopped_program_is_ended_soon_even_before_its_first_sign(watched: Watched, sign: bytes):
    watched.shows(sign)
    assert watched.looks(2)
    watched.stops()
    assert watched.looks(1)
    assert not watched.looks(STOPPED + 1)
    assert watched.is_killed()


def test_a_program_that_is_stopped_for_a_moment_goes_on(watched: Watched):
    watched.stops()
    assert watched.looks(STOPPED - 1)
    os.kill(watched.child.pid, signal.SIGCONT)
    until(lambda: not is_stopped(watched.child.pid))
    assert watched.looks(100)


def test_after_a_standstill_of_the_runner_itself_everybody_gets_a_moment(watched: Watched):
    watched.shows(life.WORKS)
    watched.looks(1)
    assert watched.looks(36_000, every=7200)
    watched.shows(life.WORKS)
    assert watched.looks(SILENT - 1)


def test_while_the_server_is_silent_no_other_program_is_blamed(watched: Watched):
    watched.shows(life.WORKS)
    watched.looks(1)
    watched.options.server_is_silent = True
    assert watched.looks(100)
    watched.options.server_is_silent = False
    assert not watched.looks(SILENT + 2)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not tell who computes")
def test_a_computing_program_gets_longer_but_not_for_ever(monkeypatch: pytest.MonkeyPatch):
    watched = Watched(COMPUTES, monkeypatch)
    try:
        watched.shows(life.WORKS)
        assert watched.looks(SILENT * 3)
        assert not watched.looks(SILENT * PATIENCE)
    finally:
        watched.end()


def answers(ping: Ping) -> bool:
    return until(ping.beats, 10)


@pytest.mark.server
def test_a_server_answers_and_one_that_is_stopped_does_not(var):
    with running_server(var) as url:
        ping = Ping(url)
        assert answers(ping)
        assert ping.works
        assert is_up(url)
        with closing(redis.Redis.from_url(url)) as client:
            pid = client.info("server")["process_id"]
        os.kill(pid, signal.SIGSTOP)
        ping.beats()  # an answer from before
        assert not any(ping.beats() for _ in range(1000))
        os.kill(pid, signal.SIGCONT)
        assert answers(ping)
        ping.close()


@pytest.mark.parametrize("url", ["unix:///nowhere/redis.sock", "redis://127.0.0.1:1/0", "rediss://localhost:1"])
def test_a_server_that_does_not_answer_a_bare_ping_is_not_up(url: str):
    assert not is_up(url)
