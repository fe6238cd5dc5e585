"""Real servers for tests, started by the product's own code."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import redis

from shared.settings import Settings
from tests.waiting import until

# Not what the person who runs the tests has set: neither another server nor other ports.
CLEAN = {
    name: value for name, value in os.environ.items() if not name.startswith("URBANIST_") and "REDIS" not in name
}


def ports(count: int) -> list[int]:
    """Ports of this machine that are free."""
    with ExitStack() as stack:
        trials = [stack.enter_context(socket.socket()) for _ in range(count)]
        for trial in trials:
            trial.bind(("127.0.0.1", 0))
        return [trial.getsockname()[1] for trial in trials]


def environment(var: Path, **more: str) -> dict[str, str]:
    return {**CLEAN, "URBANIST_VAR": str(var), **more}


def start_server(var: Path, **more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "infra.server"]
    return subprocess.Popen(
        command, env=environment(var, **more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def url_of(var: Path, **more: str) -> str:
    return Settings.from_environ({"URBANIST_VAR": str(var), **more}).redis_url


def wait_until_up(url: str, patience: float = 20) -> None:
    with closing(redis.Redis.from_url(url)) as client:
        until(lambda: answers(client), patience, f"no server at {url}")


def answers(client: "redis.Redis") -> bool:
    with suppress(redis.ConnectionError):
        return bool(client.ping())
    return False


def end(program: subprocess.Popen[str]) -> str:
    """Ask it to end, and return all that it printed."""
    program.terminate()
    return program.communicate(timeout=20)[0]


@contextmanager
def running_server(var: Path) -> Iterator[str]:
    """The address of a server on this folder."""
    program = start_server(var)
    try:
        wait_until_up(url_of(var))
        yield url_of(var)
    finally:
        end(program)
