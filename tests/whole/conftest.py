"""One product for all tests that want nothing special of it: to start one takes as long as to play a match."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.servers import ports
from tests.whole.product import Product


@pytest.fixture(scope="session")
def product() -> Iterator[Product]:
    """Every test has tables and matches of its own there. Who needs other settings, or to stop it, starts another."""
    with TemporaryDirectory(prefix="urbanist-") as folder:
        running = Product(Path(folder) / "var", ports(6), Path(folder) / "log")
        yield running.start()
        running.stop()
