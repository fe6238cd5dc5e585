"""How the runner learns whether a program still works: from signs of life, or from the server's answers."""

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

from shared.web.life import STARTS


class Pipe:
    """A program writes its signs into it (shared/web/life.py)."""

    def __init__(self) -> None:
        self.end, self.theirs = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC) if sys.platform == "linux" else _pipe()
        self.starts = False  # it has shown a sign, though not yet one of work
        self.works = False

    def beats(self) -> bool:
        """Whether there has been a sign since the last call."""
        try:
            signs = os.read(self.end, 65_536)
        except BlockingIOError:
            return False
        self.starts = self.starts or bool(signs)
        self.works = self.works or bool(signs.replace(STARTS, b""))
        return bool(signs)

    def close(self) -> None:
        os.close(self.end)
        os.close(self.theirs)


class Ping:
    """The embedded server shows no signs, but it answers: any answer is a sign."""

    theirs = None

    def __init__(self, url: str) -> None:
        self.url = urlsplit(url)
        self.starts = self.works = False
        self._asks: socket.socket | None = None
        self._waits = False

    def beats(self) -> bool:
        """Whether it has answered since the last call; asks again, and never waits."""
        answered = False
        try:
            if self._asks is None:
                self._asks = self.connected()
                self._asks.setblocking(False)
            if self._waits and not (answered := bool(self._asks.recv(65_536))):
                raise ConnectionError
            if answered or not self._waits:
                self._asks.send(b"PING\r\n")
                self._waits = True
        except BlockingIOError:
            pass
        except OSError:  # it is just starting or ending
            self.close()
        self.starts = self.works = self.works or answered
        return answered

    def connected(self) -> socket.socket:
        if self.url.scheme != "unix":
            return socket.create_connection((self.url.hostname or "localhost", self.url.port or 6379), timeout=0.2)
        made = socket.socket(socket.AF_UNIX)
        made.settimeout(0.2)
        try:
            made.connect(unquote(self.url.path))
        except OSError:
            made.close()
            raise
        return made

    def close(self) -> None:
        if self._asks is not None:
            self._asks.close()
        self._asks, self._waits = None, False


def is_up(url: str) -> bool:
    """Whether a server that needs no password answers a bare PING at once."""
    ping = Ping(url)
    with suppress(OSError), ping.connected() as asks:
        asks.settimeout(1)
        asks.sendall(b"PING\r\n")
        return asks.recv(64).startswith(b"+PONG")
    return False


def is_running(pid: int) -> bool:
    """Whether it is computing, or waiting for a processor or a disk: then it may be slow, but it doesn't hang.

    Where the system doesn't say, it counts as hanging.
    """
    return _state(pid) in ("R", "D")


def is_stopped(pid: int) -> bool:
    """Whether a signal has stopped it until another one comes. A program in a debugger doesn't count."""
    return _state(pid) == "T"


def _state(pid: int) -> str:
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return ""


def _pipe() -> tuple[int, int]:
    ends = os.pipe()
    for end in ends:
        os.set_blocking(end, False)
    return ends
