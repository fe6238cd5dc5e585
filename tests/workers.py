"""Workers of bots as real processes, as the product's runner starts them: what ends is started again, until all end."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from threading import Event, Thread

from infra.programs import STEADY
from shared.plug_ins import family

MATCHES_LISTENER, ROWS_LISTENER = ("-m", "services.game_command"), ("-m", "services.matchmaking")
WORKER = (
    *("-m", "rq.cli", "worker", "bots", "--worker-class", "infra.worker.Worker"),
    *("--maintenance-interval", "3", "--logging_level", "WARNING"),
)


def bot_worker(name: str) -> tuple[str, ...]:
    return ("-m", "services.game_command.bot_worker", name)


class Kept(Thread):
    """A program that is kept up: `words` are what Python is started with."""

    def __init__(self, words: tuple[str, ...], environ: Mapping[str, str]) -> None:
        super().__init__(daemon=True)
        self.words, self.environ = words, environ
        self._is_over = Event()
        self._hasty = 0  # ends in a row that came too soon after the start
        self.process = self._begun()

    def run(self) -> None:
        """Restarts it at once; one that had hardly begun, a second later for each such end in a row."""
        while not self._is_over.is_set():
            self.process.wait()
            soon = time.monotonic() < self._began + int(STEADY["startsecs"])
            self._hasty = self._hasty + 1 if soon else 0
            if not self._is_over.wait(self._hasty):
                self.process = self._begun()

    def kill(self) -> bool:
        """With all that it has started. False if it is down already."""
        if was_up := self.process.poll() is None:
            family.end(self.process.pid)
        return was_up

    def kill_children(self) -> bool:
        """It lives on, without what it has started. False if that is nothing."""
        found = family.below(self.process.pid)
        family.send(found, signal.SIGKILL)
        return bool(found)

    def end(self) -> None:
        self._is_over.set()
        while self.is_alive():  # it may just be starting it again
            self.process.terminate()
            self.join(1)

    def _begun(self) -> "subprocess.Popen[bytes]":
        self._began = time.monotonic()
        return subprocess.Popen([sys.executable, *self.words], env=dict(self.environ), stdout=subprocess.DEVNULL)


@contextmanager
def kept_up(programs: tuple[tuple[str, ...], ...], environ: Mapping[str, str]) -> Iterator[list[Kept]]:
    with ExitStack() as stack:
        made = [Kept(words, environ) for words in programs]
        for each in made:
            stack.callback(each.end)
            each.start()
        yield made
