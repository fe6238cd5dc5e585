"""What tests in several folders share: a real server, a folder with a short name, a browser."""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import redis
from hypothesis import is_hypothesis_test, settings
from playwright.sync_api import Browser, expect
from xdist.scheduler import LoadScopeScheduling

from shared.services import PORTS
from shared.web.answers import operators
from tests.at_end import OPEN
from tests.chromium import ARGUMENTS, MISSING, chromium
from tests.memory import keep_files_in_memory
from tests.servers import ports, running_server
from tests.templates import share_templates
from tests.waiting import BUSY

# What else runs on the machine is no mistake of the code, so nothing has a deadline.
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None)  # make test-long
settings.load_profile("quick")

keep_files_in_memory()
share_templates()
expect.set_options(timeout=1000 * BUSY)

COUNTED = [
    Path(__file__).parent / name
    for name in ("games", "rules", "platform", "ledger", "services", "console", "frontend")
]
"""Whose tests cover every line of shared/games, platform and ledger, and most of services and frontend.

Coverage sees nothing of what goes on in other processes and in browsers.
"""


@pytest.hookimpl(tryfirst=True)  # before -m reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=begins)
    for item in items:
        if is_counted(item):
            item.add_marker(pytest.mark.counted)
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.drawn)


def pytest_sessionfinish() -> None:
    OPEN.close()


def begins(item: pytest.Item) -> int:
    """What takes long begins first, so that no worker is left alone with it at the end."""
    parts = item.path.parts
    return 0 if "whole" in parts or "look" in parts else 1 if "infra" in parts else 2


def is_counted(item: pytest.Item) -> bool:
    drives = "browser" in getattr(item, "fixturenames", ())
    return not drives and not item.get_closest_marker("long") and any(each in item.path.parents for each in COUNTED)


WHOLE = Path(__file__).parent / "whole"
SHARING = [path.name for path in WHOLE.glob("test_*.py") if "def product(" not in path.read_text("utf-8")]


class ByProduct(LoadScopeScheduling):  # type: ignore[misc]  # it carries no types
    """Tests that share a product or a browser's pages go to one worker, the most of them first; all others one by one.

    The product of tests/whole/conftest.py is started once, what a module started for its browsers serves it whole, and
    sample pages are made once.
    """

    def _split_scope(self, nodeid: str) -> str:
        module = nodeid.split("::")[0]
        if Path(module).parent.name == "whole" and Path(module).name in SHARING:
            return "whole"
        if "[chromium" in nodeid:
            return module
        return "look" if Path(module).parent.name == "look" else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByProduct:
    return ByProduct(config, log)


@pytest.fixture
def var() -> Iterator[Path]:
    """A folder whose name is short enough for a socket in it, unlike those of tmp_path."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        yield Path(folder) / "var"


@pytest.fixture(autouse=True)
def connections_are_closed() -> Iterator[None]:
    """What a test connects to a server. A socket left to the garbage collector fails whichever test comes later."""
    made: list[redis.ConnectionPool] = []
    make = redis.ConnectionPool.__init__

    def remember(pool: redis.ConnectionPool, *args: Any, **more: Any) -> None:
        make(pool, *args, **more)
        made.append(pool)

    with patch.object(redis.ConnectionPool, "__init__", remember):
        yield
    for pool in made:
        pool.disconnect()


@pytest.fixture(autouse=True)
def trouble_is_logged() -> Iterator[None]:
    """Also where a test before has just logged the same: a process does so only once in a while."""
    with patch.object(operators, "_next", 0.0):
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a real server, one for each worker of the tests."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder, running_server(Path(folder) / "var") as url:
        yield url


@pytest.fixture
def clean_server(server: str) -> str:
    """The same server, with nothing in it."""
    with closing(redis.Redis.from_url(server)) as client:
        client.flushall()
    return server


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    path = chromium()
    assert path, MISSING
    return {"executable_path": path, "args": list(ARGUMENTS)}


@pytest.fixture(autouse=True)
def pages_are_closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """A page that a test left open would be told all that happens in the tests after it, and draw it."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    before = list(browser.contexts)
    yield
    for context in browser.contexts:
        if context not in before:
            context.close()


@pytest.fixture
def free_ports() -> list[int]:
    return ports(len(PORTS))
