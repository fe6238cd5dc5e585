"""Requests to one of our own services, over connections that are kept for a while: no proxies, redirects or retries."""

from collections import deque
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from time import monotonic
from typing import Protocol
from urllib.parse import urlsplit
from zlib import crc32

from frontend.door.line import Answer, Line
from shared.web.process import PROCESS

PATIENCE = 2.0  # seconds without a byte
QUIET = 5.0  # seconds that a connection is kept; services keep theirs for longer (infra/gunicorn.conf.py)
ENOUGH = 16  # idle connections to other processes: where there are so many, one of them is used


class NoAnswer(Exception):
    """Nobody answers, or not in HTTP."""


class Way(Protocol):
    """How a service is asked. Raises NoAnswer."""

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer: ...


class Connections:
    """A request takes the connection that was used last, or opens one: as many as there are threads that ask.

    Where a service has several processes, their answers say which one it was. Requests about the same match then go to
    the same process, which remembers the match; another process would answer as well.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._make = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._netloc = parts.netloc
        self._kept: dict[str, deque[tuple[Line, float]]] = {}  # by process

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        line = self._take(target)
        try:
            answer, is_kept = line.ask(method, target, headers, body)
        except (OSError, HTTPException) as error:
            self._end(line)
            raise NoAnswer(repr(error)) from error
        if is_kept:
            line.process = answer.headers.get(PROCESS, "")
            self._kept.setdefault(line.process, deque()).append((line, monotonic()))
        else:
            self._end(line)
        return answer

    def _take(self, target: str) -> Line:
        """Opens another one where the right process has none to spare, unless enough are idle elsewhere."""
        first, *others = sorted(self._kept, key=lambda process: nearness(process, target)) or [""]
        if line := self._idle(first):
            return line
        if sum(len(self._kept.get(each, ())) for each in others) >= ENOUGH:
            for each in others:
                if line := self._idle(each):
                    return line
        return Line(self._make(self._netloc, timeout=PATIENCE))

    def _idle(self, process: str) -> Line | None:
        """One that still works."""
        while kept := self._kept.get(process):
            try:
                line, used = kept.pop()
            except IndexError:  # another thread was quicker
                break
            if monotonic() - used < QUIET and not line.has_ended():
                return line
            self._end(line)
        return None

    def _end(self, line: Line) -> None:
        """Its process may have ended too: where no other connection to it is idle, it is forgotten until it answers."""
        line.close()
        if not self._kept.get(line.process):
            self._kept.pop(line.process, None)

    def close(self) -> None:
        for process in list(self._kept):
            for line, _ in self._kept.pop(process):
                line.close()


def nearness(process: str, target: str) -> int:
    """Of all processes, the one with the smallest number gets what is about this id, whoever asks."""
    _, _, id_, *_ = f"{target.partition('?')[0]}//".split("/")
    return crc32(f"{process} {id_}".encode())
