"""A program shows signs of life only as long as all threads work that it can't do without."""

import os
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest

from services.game_command import clocks
from services.matchmaking.meeting import NAME, keep_meeting
from shared.web import life


class Runner:
    """The other end of the pipe, and the clock by which everything here goes."""

    def __init__(self, end: int) -> None:
        self.end = end
        self.now = 1000.0

    def hears(self, after: float) -> bool:
        """Whether the main thread's next sign comes through, so many seconds later."""
        self.now += after
        life.show_life()
        try:
            return bool(os.read(self.end, 100))
        except BlockingIOError:
            return False


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> Iterator[Runner]:
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    found = Runner(ours)
    monkeypatch.setenv(life.LIFE, str(theirs))
    monkeypatch.setattr("shared.web.life.time.monotonic", lambda: found.now)
    monkeypatch.setattr(life, "_shown", float("-inf"))
    monkeypatch.setattr(life, "_works_until", {})
    yield found
    os.close(ours)
    os.close(theirs)


class Hanging:
    """Looks for opponents once, and then never ends."""

    def __init__(self) -> None:
        self.looked, self.hangs, self.goes_on = 0, Event(), Event()
        self.queue: Any = self

    def look(self) -> None:
        self.looked += 1
        if self.looked == 2:
            self.hangs.set()
            self.goes_on.wait(30)

    def wait_for_news(self, seconds: float) -> None:
        """There are none."""


def test_a_matcher_that_hangs_takes_the_signs_of_its_program_with_it(runner: Runner):
    meeting: Any = Hanging()
    thread = Thread(target=keep_meeting, args=(meeting, lambda: meeting.looked > 2, lambda seconds: None), daemon=True)
    assert runner.hears(after=1)
    thread.start()
    assert meeting.hangs.wait(10)
    assert runner.hears(after=life.HANGS - 1)
    assert not runner.hears(after=2)
    assert not runner.hears(after=60)
    meeting.goes_on.set()
    thread.join(10)
    assert runner.hears(after=100)  # it has ended as it was asked to


def test_clocks_that_hang_do_so_too(runner: Runner, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clocks, "EVERY", 0.001)
    hangs, goes_on = Event(), Event()

    def round_() -> None:
        hangs.set()
        goes_on.wait(30)

    keeping = clocks.Keeping(round_)
    keeping.start()
    assert hangs.wait(10)
    assert runner.hears(after=1)
    assert not runner.hears(after=life.HANGS)
    goes_on.set()
    keeping.end()
    assert runner.hears(after=60)


def test_a_thread_that_says_so_again_and_again_works(runner: Runner):
    for _ in range(100):
        life.still_works(NAME)
        assert runner.hears(after=life.HANGS / 2)
