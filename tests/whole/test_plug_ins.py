"""`make run` with a bot that somebody has installed: it can be seated, and plays, as long as its worker runs."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from shared.ledger.redis import open_ledger
from shared.platform.streams import Streams
from shared.roster import Roster
from tests.plug_ins.packages import install
from tests.waiting import until
from tests.whole.matches import begin, is_over
from tests.whole.product import Product

pytestmark = [pytest.mark.server, pytest.mark.slow]
PATIENT = 240  # seconds


@pytest.fixture
def product(var: Path, free_ports: list[int], tmp_path: Path) -> Iterator[Product]:
    packages = tmp_path / "packages"
    packages.mkdir()
    install(packages, "novice", seconds=5)
    path = os.pathsep.join(filter(None, [str(packages), os.environ.get("PYTHONPATH", "")]))
    running = Product(var, free_ports, tmp_path / "log", PYTHONPATH=path)
    yield running.start()
    running.stop()


def test_an_installed_bot_plays_at_once(product: Product) -> None:
    with closing(Redis.from_url(product.settings.redis_url, decode_responses=True)) as client:
        roster = Roster(client)
        until(lambda: roster.is_up("bot:novice@1"), PATIENT, product.log.read_text)
        streams = Streams(open_ledger(product.settings.redis_url))
        match = begin(streams, 1, ("bot:novice@1", "bot:greedy@1"))
        until(lambda: is_over(streams, match), PATIENT, product.log.read_text)
        assert streams.match(match).state.players == ("bot:novice@1", "bot:greedy@1")
        assert roster.errors("bot:novice@1") == []
        product.kill("bot_worker", "novice")
        after = begin(streams, 2, ("bot:novice@1", "bot:greedy@1"))
        until(lambda: is_over(streams, after), PATIENT, product.log.read_text)
