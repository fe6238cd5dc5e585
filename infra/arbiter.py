"""gunicorn's two kinds of process as we need them: a crashed worker is back at once, and so is a crashed master.

The master shows signs of life and reads the application's modules once for all its workers; they go on serving for a
while when it has crashed. The runner holds the socket (infra/program.py), so old and new workers share it.
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
from shared.web.life import end_quickly, show_life

SILENT = 8  # seconds without a sign of a worker's own loop, after which it is ended and another one started
LINGERS = 5.0  # seconds that workers go on serving without their master
AT_MOST = 20.0  # the same while the runner is there, which starts another master: a busy machine takes its time
PATIENCE = 30.0  # seconds that a new worker waits for the server to be back
HELD_UP = 3.0  # seconds after which this process itself was held up, and says nothing about others


def on_starting(server: Any) -> None:
    """Only the modules: connections and threads are made in each worker. A worker that crashes is back at once."""
    end_quickly()  # its workers too, who inherit it
    import_module(str(server.app.app_uri).partition(":")[0])


def when_ready(server: Any) -> None:
    """Wraps the check of its workers, which it makes once a second."""
    look, last = server.murder_workers, time.monotonic()

    def look_and_live() -> None:
        nonlocal last
        show_life()
        now = time.monotonic()
        if now - last < HELD_UP:  # a machine that stood still: its workers get a moment to show themselves
            look()
        last = now

    server.murder_workers = look_and_live


class Worker(gthread.ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    alone_since: float | None = None

    def load_wsgi(self) -> None:
        """Waits while the server is away for a moment; else gunicorn ends all workers because one could not start."""
        until = time.monotonic() + PATIENCE
        while NAMED in os.environ and settings().embedded and time.monotonic() < until:
            if is_up(settings().redis_url):
                break
            self.notify()  # it waits longer than the master has patience with a silent worker
            time.sleep(0.1)
        super().load_wsgi()

    def notify(self) -> None:
        """A sign for the master from the loop that accepts visitors; an application may add a condition."""
        at_work = self.wish("at_work")
        if at_work is None or at_work():
            super().notify()

    def wish(self, name: str) -> Callable[[], Any] | None:
        """What the application wants to be asked or told, None where it isn't loaded or wants nothing."""
        wishes: dict[str, Callable[[], Any]] = getattr(getattr(self, "wsgi", None), "extensions", {})
        return wishes.get(name)

    def is_parent_alive(self) -> bool:
        if self.alone_since is None:
            if super().is_parent_alive():
                return True
            self.alone_since = time.monotonic()
        return time.monotonic() < self.alone_since + (AT_MOST if has_runner() else LINGERS)
