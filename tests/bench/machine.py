"""The machine that the figures were measured on: without it they say nothing."""

import os
import platform
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import redis

from tests.bench.figure import Figure


def machine() -> list[Figure]:
    return [
        Figure("machine", f"{cpu()}, {os.cpu_count()} cores"),
        Figure("system", f"{system()}, {platform.system()} {platform.release()}"),
        Figure("Python", platform.python_version()),
        Figure("redis-py, hiredis", f"{version('redis')}, {version('hiredis')}"),
        Figure("highspy", version("highspy")),
    ]


def server(url: str) -> list[Figure]:
    """The server, and what it does before it acknowledges a write."""
    with closing(redis.Redis.from_url(url)) as client:
        facts, chosen = dict(client.info("server")), client.config_get("append*")
    named = (f"{name.title()} {facts[key]}" for name in ("valkey", "redis") if (key := f"{name}_version") in facts)
    durable = f"appendonly {chosen['appendonly']}, appendfsync {chosen['appendfsync']}"
    return [Figure("server", f"{next(named)}, {durable}")]


def cpu() -> str:
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text().splitlines() if facts.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:  # not everybody has such a file
        return platform.platform(terse=True)
