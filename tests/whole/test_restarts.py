"""Ctrl-C ends everything and leaves nothing behind; the next start finds all matches again and goes on."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.ledger.redis import open_ledger
from shared.platform.streams import Streams
from tests.waiting import BUSY
from tests.whole.matches import begin, is_counted
from tests.whole.product import SERVER, Product, wait_for

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
