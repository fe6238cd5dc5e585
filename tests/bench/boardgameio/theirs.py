"""A server of boardgame.io with its own storage on disk, and a client that plays on it, both in Node."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path
from typing import Any

from tests.bench.boardgameio.carried import Carried
from tests.bench.boardgameio.packages import HERE, program
from tests.bench.load.processor import TICKS, ticks_of
from tests.servers import end, ports
from tests.waiting import until


@dataclass(frozen=True, kw_only=True)
class Theirs:
    """`synced`: every file is on the disk before the next move of its match, as boardgame.io itself does not do it."""

    matches: int
    warm_up: float
    seconds: float
    synced: bool = False

    def __str__(self) -> str:
        return "boardgame.io" + (", synced" if self.synced else "")


def carry(plan: Theirs, modules: Path, folder: Path) -> Carried:
    """What a new server carries that keeps its files in `folder`."""
    (port,), synced = ports(1), ["synced"] if plan.synced else []
    with node(modules, "server.js", port, folder, *synced) as server:
        assert line(server) == "ready"
        with node(modules, "client.js", port, plan.matches, plan.warm_up, plan.seconds) as client:
            assert line(client) == "begun"
            before = used(server), used(client)
            measured = json.loads(line(client))
            server_used, client_used = used(server) - before[0], used(client) - before[1]
            played = json.loads(line(client))
        acknowledged = sum(played["acknowledged"].values())
        until(lambda: stored(folder, played["acknowledged"]) >= acknowledged, why="moves are missing in the logs")
        return Carried(
            name=str(plan),
            matches=plan.matches,
            seconds=measured["seconds"],
            times=[time / 1000 for time in measured["times"]],
            server_used=server_used,
            client_used=client_used,
            acknowledged=acknowledged,
            stored=stored(folder, played["acknowledged"]),
            errors=len(played["errors"]),
        )


@contextmanager
def node(modules: Path, script: str, *words: object) -> Iterator["subprocess.Popen[str]"]:
    environ = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str(modules)}
    command = [program("node"), str(HERE / script), *map(str, words)]
    running = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
    try:
        yield running
    finally:
        end(running)


def line(running: "subprocess.Popen[str]") -> str:
    """The next line that it prints. What went wrong is on the terminal."""
    assert running.stdout
    if found := running.stdout.readline().strip():
        return found
    raise SystemExit("Node ended before it was done")


def used(running: "subprocess.Popen[str]") -> float:
    """Seconds of processor time."""
    return ticks_of(running.pid) / TICKS


def stored(folder: Path, matches: Mapping[str, Any]) -> int:
    """The moves in the logs of these matches."""
    return sum(moves_of(folder / file_of(f"{match}:log")) for match in matches)


def file_of(key: str) -> str:
    """As node-persist names it."""
    return md5(key.encode(), usedforsecurity=False).hexdigest()


def moves_of(file: Path) -> int:
    text = file.read_text() if file.exists() else ""
    if not text.endswith("}"):
        return 0  # it is being written
    return sum(entry["action"]["type"] == "MAKE_MOVE" for entry in json.loads(text)["value"])
