"""The whole product as `make run` starts it, on free ports and in a folder of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx

from shared.services import PORTS
from shared.settings import Settings
from tests.waiting import BUSY, until

ROOT = Path(__file__).parents[2]
STARTS = 120  # seconds
SERVER = ("server",)


class Product:
    """Started and stopped like a person would; `kill` hits one of its programs without warning.

    Nothing is analysed unless a test wants it: that takes all there is of a processor for a while. Nobody is limited
    who comes from this machine.
    """

    def __init__(self, var: Path, ports: list[int], log: Path, **more: str) -> None:
        chosen = dict(zip(PORTS, map(str, ports), strict=True))
        usual = {"URBANIST_ANALYSIS": "no", "URBANIST_UNLIMITED": "127.0.0.1"}
        self.environ = {**os.environ, **usual, **chosen, "URBANIST_VAR": str(var), **more}
        self.environ.pop("REDIS_URL", None)
        self.settings = Settings.from_environ(self.environ)
        self.url = f"http://127.0.0.1:{self.settings.port}"
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self._said = 0  # characters of the log before this start

    def start(self) -> "Product":
        self._said = len(self.log.read_text()) if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "infra.run"],
                cwd=ROOT,
                env=self.environ,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in the tests' terminal is not for it
            )
        try:
            wait_for(self.is_ready, STARTS, lambda: f"not ready:\n{self.log.read_text()}")
        except BaseException:  # nobody else has it yet, so nobody else would stop it
            self.stop()
            raise
        return self

    def is_ready(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()
        return f"ready: {self.url}" in self.log.read_text()[self._said :]

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)  # nothing where it has ended already
        self.process.wait(timeout=90)

    def pids(self, *words: str) -> list[int]:
        """Processes of this product alone whose command line has all of the words."""
        running = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
        return [pid for pid in running if (self._serves(pid) if words == SERVER else self._is_ours(pid, words))]

    def _serves(self, pid: int) -> bool:
        """The server overwrites its environment with its title; it is the process whose folder is the product's."""
        with suppress(OSError):
            return Path(f"/proc/{pid}/cwd").readlink() == self.settings.var
        return False

    def _is_ours(self, pid: int, words: tuple[str, ...]) -> bool:
        with suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if command and all(word in command for word in words):
                own = f"URBANIST_VAR={self.settings.var}".encode()
                return own in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        return False

    def kill(self, *words: str) -> None:
        """SIGKILL for every process of a program, and wait until a new one is there."""
        old = self.pids(*words)
        assert old, f"nothing runs that is called {words}"
        for pid in old:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait_for(lambda: bool(set(self.pids(*words)) - set(old)), BUSY, lambda: f"{words} did not come back")

    def answers(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/health", timeout=2).status_code == 200
        return False


def wait_for(is_so: Callable[[], bool], seconds: float, why: Callable[[], str]) -> None:
    until(is_so, seconds, why)
