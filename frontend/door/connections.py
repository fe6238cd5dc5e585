"""Requests to one of our own services, over connections that are kept for a while: no proxies, redirects or retries."""

import re
from collections import deque
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from select import POLLIN, poll
from socket import MSG_PEEK
from time import monotonic
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit
from zlib import crc32

from shared.web.process import PROCESS

PATIENCE = 2.0  # seconds without a byte
QUIET = 5.0  # seconds that a connection is kept; services keep theirs for longer (infra/gunicorn.conf.py)
ENOUGH = 16  # idle connections to other processes, from which on no more are opened
AT_ONCE = 65_536  # bytes of an answer that are looked at together
WORD = re.compile("[!-~]+")  # what a method and a target may be, so that the first line has three words
FIELD = re.compile("[!-~]+: [ -~]*")  # what a field may be, so that it stays one line
STATUS = re.compile(rb"HTTP/1\.1 ([2-5]\d\d) ")
WITHOUT_BODY = (204, 304)


class Answer(NamedTuple):
    """`headers` have lower-case names."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class NoAnswer(Exception):
    """Nobody answers, or not in HTTP."""


class Way(Protocol):
    """How a service is asked. Raises NoAnswer."""

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer: ...


class _Line:
    """One connection. Head and body leave together: the service is woken once, and reads the whole request at once."""

    def __init__(self, connection: HTTPConnection) -> None:
        self.connection = connection
        self.process = ""  # that has answered; unknown before
        self.can_be_looked_at = not isinstance(connection, HTTPSConnection)

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> tuple[Answer, bool]:
        """The answer, and whether the service keeps the connection. Raises OSError and HTTPException."""
        if self.connection.sock is None:
            self.connection.connect()
        self.sock.sendall(self._head(method, target, headers, body) + body)
        if self.can_be_looked_at and method != "HEAD" and (found := whole(self.sock.recv(AT_ONCE, MSG_PEEK))):
            answer, size = found
            self.sock.recv(size)
            return answer, answer.headers.get("connection", "").lower() != "close"
        response = HTTPResponse(self.sock, method=method)
        response.begin()
        content = response.read()
        said = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status, said, content), not response.will_close

    @property
    def sock(self) -> Any:
        return self.connection.sock

    def _head(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> bytes:
        length = {"Content-Length": str(len(body))} if body or method == "POST" else {}
        said = {"Host": self._host, "Accept-Encoding": "identity", **length, **headers}
        lines = [f"{name}: {value}" for name, value in said.items()]
        if not (all(map(WORD.fullmatch, (method, target))) and all(map(FIELD.fullmatch, lines))):
            raise HTTPException("a request holds what can't be sent")
        return "\r\n".join((f"{method} {target} HTTP/1.1", *lines, "\r\n")).encode("ascii")

    @property
    def _host(self) -> str:
        host = f"[{self.connection.host}]" if ":" in self.connection.host else self.connection.host
        is_usual = self.connection.port == self.connection.default_port
        return host if is_usual else f"{host}:{self.connection.port}"

    def has_ended(self) -> bool:
        """Whether the other side has hung up. Anything else that it said unasked is no answer either."""
        look = poll()
        look.register(self.sock, POLLIN)
        return bool(look.poll(0))

    def close(self) -> None:
        self.connection.close()


def whole(data: bytes) -> tuple[Answer, int] | None:
    """A plain answer that is here from its first byte to its last, and its size.

    None where that is not certain: then `http.client` reads it, which takes five times as long.
    """
    head, ends, content = data.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    found = STATUS.match(status)
    if not ends or found is None or int(found[1]) in WITHOUT_BODY:
        return None
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.decode("latin-1").partition(":")
        if not colon or not name.strip() or name[0].isspace():
            return None
        headers[name.lower()] = value.strip()
    length = headers.get("content-length", "")
    if "transfer-encoding" in headers or not length.isdecimal() or int(length) != len(content):
        return None
    return Answer(int(found[1]), headers, content), len(data)


class Connections:
    """A request takes the connection that was used last, or opens one: as many as there are threads that ask.

    Where a service has several processes, their answers say which one it was. Requests about the same match then go to
    the same process, which remembers the match; another process would answer as well.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._make = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._netloc = parts.netloc
        self._kept: dict[str, deque[tuple[_Line, float]]] = {}  # by process

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

    def _take(self, target: str) -> _Line:
        """Opens another one where the right process has none to spare, unless enough are idle elsewhere."""
        first, *others = sorted(self._kept, key=lambda process: nearness(process, target)) or [""]
        if line := self._idle(first):
            return line
        if sum(len(self._kept.get(each, ())) for each in others) >= ENOUGH:
            for each in others:
                if line := self._idle(each):
                    return line
        return _Line(self._make(self._netloc, timeout=PATIENCE))

    def _idle(self, process: str) -> _Line | None:
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

    def _end(self, line: _Line) -> None:
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
