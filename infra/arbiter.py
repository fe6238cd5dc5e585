"""gunicorn's master and workers as we need them: either is back at once after a crash.

The master shows signs of life and imports the application's modules once for all its workers, which go on serving for
a while after it has crashed. The runner holds the socket (infra/program.py), so old and new workers share it.
"""

import os
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from gunicorn.workers import gthread

from infra.pulse import is_up
from infra.runner import NAMED, has_runner
from shared.settings import settings
from shared.web.life import collect_seldom, end_quickly, show_life

SILENT = 8  # seconds without a sign from a worker's own loop, after which it is replaced
LINGERS = 5.0  # seconds that workers go on serving without their master
AT_MOST = 20.0  # the same while the runner is there to start another master, which takes longer on a busy machine
PATIENCE = 30.0  # seconds that a new worker waits for the server to come back
HELD_UP = 3.0  # seconds between two looks, after which this process itself was held up and can't judge others


def on_starting(server: Any) -> None:
    """Imports the modules, so that a crashed worker is back at once. Connections are made in each worker."""
    end_quickly()  # its workers inherit this
    import_module(str(server.app.app_uri).partition(":")[0])
    collect_seldom()


def when_ready(server: Any) -> None:
    """Wraps the master's check of its workers, which runs once a second."""
    look, last = server.murder_workers, time.monotonic()

    def look_and_live() -> None:
        nonlocal last
        show_life()
        now = time.monotonic()
        if now - last < HELD_UP:  # after a standstill of the machine, workers get a moment to show signs of life
            look()
        last = now

    server.murder_workers = look_and_live


class Worker(gthread.ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    alone_since: float | None = None

    def load_wsgi(self) -> None:
        """Waits while the server is briefly away; otherwise gunicorn ends all workers because one could not start."""
        until = time.monotonic() + PATIENCE
        while NAMED in os.environ and settings().embedded and time.monotonic() < until:
            if is_up(settings().redis_url):
                break
            self.notify()  # the wait is longer than the master's patience with a silent worker
            time.sleep(0.1)
        super().load_wsgi()

    def notify(self) -> None:
        """Shows the master a sign of life from the loop that accepts visitors; an application may add a condition."""
        at_work = self.wish("at_work")
        if at_work is None or at_work():
            super().notify()

    def wish(self, name: str) -> Callable[..., Any] | None:
        """The application's own callable of this name; None if it has none or isn't loaded."""
        wishes: dict[str, Callable[..., Any]] = getattr(getattr(self, "wsgi", None), "extensions", {})
        return wishes.get(name)

    def is_parent_alive(self) -> bool:
        if self.alone_since is None:
            if super().is_parent_alive():
                return True
            self.alone_since = time.monotonic()
        return time.monotonic() < self.alone_since + (AT_MOST if has_runner() else LINGERS)
