"""Ctrl-C ends everything and leaves nothing behind; the next start finds all matches again and goes on."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from shared.ledger.redis import open_ledger
from shared.platform.match.events import TimeCredited
from shared.platform.streams import Streams
from shared.platform.terms import Clock, Terms
from tests.waiting import BUSY
from tests.whole.matches import begin, is_counted
from tests.whole.product import SERVER, Product, wait_for

SIGN = 2500  # milliseconds between two signs that the product is there, the last of which is believed
pytestmark = [pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def product(var: Path, free_ports: list[int], tmp_path: Path) -> Iterator[Product]:
    running = Product(var, free_ports, tmp_path / "log", URBANIST_BOT_PAUSE="0.2", URBANIST_BOT_PATIENCE="1")
    yield running.start()
    running.stop()


def streams_of(product: Product) -> Streams:
    return Streams(open_ledger(product.settings.redis_url))


def is_gone(product: Product) -> bool:
    return not product.pids() and not product.pids(*SERVER)


def test_a_second_start_goes_on_with_matches_in_play(product: Product) -> None:
    match = begin(streams_of(product), 1)
    wait_for(lambda: streams_of(product).match(match).version > 8, BUSY, product.log.read_text)
    product.stop()
    assert is_gone(product)
    product.start()
    version = streams_of(product).match(match).version
    assert not is_counted(streams_of(product), match)
    assert version > 8

    assert product.process
    product.process.kill()  # no goodbye at all
    product.process.wait()
    wait_for(lambda: is_gone(product), BUSY, product.log.read_text)
    product.start()
    assert streams_of(product).match(match).version >= version
    wait_for(lambda: is_counted(streams_of(product), match), 40, product.log.read_text)
    assert streams_of(product).matches.reader.verified(f"match:{match}").version > version


def test_time_when_nothing_ran_is_not_idleness(var: Path, free_ports: list[int], tmp_path: Path) -> None:
    product = Product(var, free_ports, tmp_path / "log", URBANIST_ABORT_AFTER="20").start()
    try:
        match, begun = begin(streams_of(product), 1, ("person:ada", "person:eve")), time.monotonic()
        product.stop()
        time.sleep(max(0.0, begun + 25 - time.monotonic()))  # that nothing runs for so long is what it is about
        product.start()
        time.sleep(8)  # what must not happen can't be waited for
        assert not streams_of(product).match(match).state.is_over
        wait_for(lambda: streams_of(product).match(match).state.is_over, 60, product.log.read_text)  # a margin, and all
        assert time.monotonic() > begun + 25 + 20
    finally:
        product.stop()


@pytest.mark.parametrize("seconds", [9, 0], ids=["9 s", "at once"])
def test_what_a_killed_product_was_away_for_is_nobodys_time(
    var: Path, free_ports: list[int], tmp_path: Path, seconds: int
) -> None:
    """SIGKILL for all of it, the server with its file too, while a clock runs."""
    product = Product(var, free_ports, tmp_path / "log").start()
    try:
        turn = 40_000
        terms = Terms(clock=Clock("turn", turn // 1000), out="seat")
        match, begun = begin(streams_of(product), 1, ("person:ada", "person:eve"), terms), time.monotonic()
        wait_for(lambda: time.monotonic() > begun + 5, BUSY, str)  # time that the player did use
        killed = time.monotonic()
        kill_everything(product)
        time.sleep(seconds)  # that nothing runs for so long is what it is about
        product.start()
        wait_for(lambda: bool(credits_in(product, match)), BUSY, product.log.read_text)
        (credit,) = credits_in(product, match)
        away = (time.monotonic() - killed) * 1000
        assert seconds * 1000 <= credit.milliseconds <= away + SIGN
        assert credit.end - credit.begin >= credit.milliseconds
        state = streams_of(product).matches.at_present(streams_of(product).match(match)).state
        (seat,) = state.called
        used = turn - state.time.hands[seat].remaining(state.now)
        since = (time.monotonic() - begun) * 1000
        assert used <= since - seconds * 1000, "time was counted in which nobody could move"
        assert used >= since - away - SIGN, "more was given back than there was"
        assert not streams_of(product).match(match).state.ran_out
        wait_for(
            lambda: bool(streams_of(product).match(match).state.ran_out), turn / 1000 + BUSY, product.log.read_text
        )
        assert (time.monotonic() - begun) * 1000 >= turn + seconds * 1000
    finally:
        product.stop()


def kill_everything(product: Product) -> None:
    """The runner first, which would start again what is killed."""
    assert product.process
    product.process.kill()
    product.process.wait()
    for pid in (*product.pids(), *product.pids(*SERVER)):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_for(lambda: is_gone(product), BUSY, product.log.read_text)


def credits_in(product: Product, match: str) -> list[TimeCredited]:
    entries = streams_of(product).matches.reader.past(f"match:{match}").entries
    return [entry.event for entry in entries if isinstance(entry.event, TimeCredited)]
