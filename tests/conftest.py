"""What tests of several folders share: a real server, a folder with a short name, a browser."""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import redis
from hypothesis import is_hypothesis_test, settings
from xdist.scheduler import LoadScopeScheduling

from shared.services import PORTS
from tests.chromium import ARGUMENTS, MISSING, chromium
from tests.servers import ports, running_server
from tests.templates import share_templates

# What else runs on the machine is no mistake of the code, so nothing has a deadline.
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None)  # make test-long, and what is counted: a line may need luck
settings.load_profile("quick")

share_templates()


COUNTED = [Path(__file__).parent / name for name in ("games", "rules", "platform", "ledger", "services", "console")]
"""Whose tests take every line of shared/games, platform and ledger. Counting lines doubles the time of a test."""


@pytest.hookimpl(tryfirst=True)  # before -m reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "whole" not in item.path.parts)  # what takes a minute begins first
    for item in items:
        if any(folder in item.path.parents for folder in COUNTED) and not item.get_closest_marker("long"):
            item.add_marker(pytest.mark.counted)
        elif is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.drawn)


class ByProduct(LoadScopeScheduling):  # type: ignore[misc]  # it carries no types
    """What a module started for its browsers serves all its tests, in one worker; all other tests go one by one."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.split("::")[0] if "[chromium" in nodeid else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByProduct:
    return ByProduct(config, log)


@pytest.fixture
def var() -> Iterator[Path]:
    """A folder whose name is short enough for a socket in it, unlike those of tmp_path."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        yield Path(folder) / "var"


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


@pytest.fixture
def free_ports() -> list[int]:
    return ports(len(PORTS))
