"""A listener's rounds: from time to time, everything that is due; one failure never stops the rest."""

import os
import signal
from collections.abc import Callable, Iterator
from functools import partial

import fakeredis
import pytest
from structlog.testing import capture_logs

from shared.errors import Unavailable
from shared.ledger.consumer import Consumer
from shared.web.listener import Rounds, listen


def test_a_round_does_everything_that_is_due():
    done: list[str] = []
    Rounds(60, lambda: [(name, partial(done.append, name)) for name in ("one", "two")])()
    assert done == ["one", "two"]


def test_the_next_round_waits_for_its_time():
    done: list[str] = []
    due = [("one", lambda: done.append("one"))]
    seldom, always = Rounds(3600, lambda: due), Rounds(0, lambda: due)
    for rounds in (seldom, seldom, seldom):
        rounds()
    assert len(done) == 1
    for rounds in (always, always):
        rounds()
    assert len(done) == 3


def test_a_long_round_goes_on_after_others_had_their_turn(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("shared.web.listener.STRETCH", 0)
    done: list[str] = []
    rounds = Rounds(3600, lambda: ((name, partial(done.append, name)) for name in ("one", "two")))
    assert [rounds(), list(done)] == [True, ["one"]]
    assert [rounds(), rounds(), rounds()] == [True, False, False]
    assert done == ["one", "two"]


def test_what_fails_is_logged_and_the_rest_is_done():
    done: list[str] = []

    def fails() -> None:
        raise ZeroDivisionError

    with capture_logs() as logged:
        Rounds(60, lambda: [("broken", fails), ("sound", lambda: done.append("sound"))])()
    assert done == ["sound"]
    assert [(line["event"], line["what"]) for line in logged] == [("left_undone", "broken")]


def test_while_the_ledger_is_away_the_round_ends():
    done: list[str] = []

    def away() -> None:
        raise Unavailable("the ledger is not answering")

    rounds = Rounds(60, lambda: [("one", away), ("two", lambda: done.append("two"))])
    with pytest.raises(Unavailable):
        rounds()
    assert done == []


@pytest.fixture
def signals() -> Iterator[None]:
    """Restores this process's signal handlers after the test."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, does in before.items():
        signal.signal(number, does)


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_listener_finishes_its_round_when_it_is_asked_to_stop(number: int):
    done: list[str] = []

    def due() -> list[tuple[str, Callable[[], object]]]:
        return [("stop", lambda: os.kill(os.getpid(), number)), ("after", lambda: done.append("after"))]

    listen(Consumer(fakeredis.FakeRedis(protocol=2), "trial", "listener", wait=0.001), {}, Rounds(0, due))
    assert done == ["after"]
