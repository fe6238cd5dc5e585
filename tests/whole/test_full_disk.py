"""On a full disk everything can be read, nothing is stored, few log lines say so, and Ctrl-C still ends it soon."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import simple_websocket

from shared.ledger.redis import open_ledger
from shared.platform.streams import Streams
from tests.waiting import BUSY
from tests.whole.matches import begin
from tests.whole.product import Product

pytestmark = [pytest.mark.server, pytest.mark.slow]

TABLE = {"cause": "the-key-of-a-form", "game": "quadropolis", "seats": 2}


@pytest.fixture
def product(var: Path, free_ports: list[int], tmp_path: Path) -> Iterator[Product]:
    running = Product(var, free_ports, tmp_path / "log")
    yield running.start()
    running.stop()


def watch(product: Product, match: str) -> simple_websocket.Client:
    address = f"ws://127.0.0.1:{product.settings.live_port}/m/{match}/live"
    return simple_websocket.Client(address, headers={"Origin": product.url})


def test_reading_goes_on_where_nothing_can_be_stored(product: Product) -> None:
    match = begin(Streams(open_ledger(product.settings.redis_url)), 1, ("person:ada", "bot:any_move@1"))
    assert httpx.get(f"{product.url}/health", timeout=BUSY).json() == {"status": "ok"}
    with httpx.Client(timeout=BUSY) as quiet:  # a browser that keeps its connection
        quiet.get(product.url)
        watch(product, match)
        begun = time.monotonic()
        product.stop()
        assert time.monotonic() - begun < 15  # generous: the machine may be busy

    product.environ["URBANIST_DISK_RESERVE"] = "1000000"  # megabytes: more than any disk of a test has
    before, begun = len(product.log.read_text()), time.monotonic()
    product.start()
    for _ in range(20):
        assert httpx.get(f"{product.url}/m/{match}", timeout=BUSY).status_code == 200
        assert httpx.get(product.url, timeout=BUSY).status_code == 200
        refused = httpx.post(f"{product.url}/api/tables", json=TABLE, timeout=BUSY)
        assert (refused.status_code, refused.json()["code"]) == (503, "full")
        assert refused.json()["sentence"].startswith(
            "the disk is full: nothing can be stored until there is room again"
        )
    unwell = httpx.get(f"{product.url}/health", timeout=BUSY)
    assert (unwell.status_code, unwell.json()["code"]) == (503, "full")
    said = product.log.read_text()[before:]
    minutes = 1 + (time.monotonic() - begun) // 60
    assert 1 <= said.count("keeper                | WARNING: The disk is full: ") <= minutes
    assert "Traceback" not in said
    assert said.count("\n") < 15 * minutes
