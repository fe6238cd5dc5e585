"""What gunicorn's first process does besides: signs of life, and an application read once for all its workers."""

import time
from importlib import import_module
from typing import Any

from shared.web.life import show_life

SILENT = 8  # seconds without a sign of a worker's own loop, after which it is ended and another one started
HELD_UP = 3.0  # seconds after which this process itself was held up, and says nothing about others


def on_starting(server: Any) -> None:
    """The modules alone: connections and threads are made in each worker. A worker that falls is back at once."""
    import_module(str(server.app.app_uri).partition(":")[0])


def when_ready(server: Any) -> None:
    """Around its look after workers, which it has once a second."""
    look, last = server.murder_workers, time.monotonic()

    def look_and_live() -> None:
        nonlocal last
        show_life()
        now = time.monotonic()
        if now - last < HELD_UP:  # a machine that stood still: its workers get a moment to show themselves
            look()
        last = now

    server.murder_workers = look_and_live
