"""Whatever is killed or stopped while people and bots play: nothing is lost or doubled, nobody reads 500, all goes on.

A longer one, with a table of outages: `python -m tests.bench.kills --minutes 10`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.whole.kills import KINDS, SIGNALS, Kills
from tests.whole.product import Product

pytestmark = [pytest.mark.server, pytest.mark.slow]
BACK = 25.0  # seconds at worst on a busy machine; by itself it takes two after SIGKILL and ten after SIGSTOP


@pytest.fixture
def product(var: Path, free_ports: list[int], tmp_path: Path) -> Iterator[Product]:
    running = Product(var, free_ports, tmp_path / "log", URBANIST_BOT_PAUSE="0.1", URBANIST_BOT_PATIENCE="1")
    yield running.start()
    running.stop()


def test_every_kind_of_process_may_be_killed_or_stopped(product: Product) -> None:
    kills = Kills(product).start()
    for number in SIGNALS:
        for kind in KINDS:
            assert kills.hit(kind, number) < BACK, (kind.name, number, product.log.read_text())
    kills.finish()
    assert kills.answered[500] == 0, product.log.read_text()
    assert "shows no sign of life" in product.log.read_text()
