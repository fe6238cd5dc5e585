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

PATIENCE = 2.0  # seconds without a byte
QUIET = 5.0  # seconds that a connection is kept; services keep theirs for longer (infra/gunicorn.conf.py)
AT_ONCE = 65_536  # bytes of an answer that are looked at together
LINE = re.compile("[!-~]+(: [ -~]*)?")  # what may be in one line of a head, so that it stays one line
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
        if not all(map(LINE.fullmatch, (method, target, *lines))):
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
    """A request takes the connection that was used last, or opens one: as many as there are threads that ask."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._make = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._netloc = parts.netloc
        self._kept: deque[tuple[_Line, float]] = deque()

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        line = self._take()
        try:
            answer, is_kept = line.ask(method, target, headers, body)
        except (OSError, HTTPException) as error:
            line.close()
            raise NoAnswer(repr(error)) from error
        if is_kept:
            self._kept.append((line, monotonic()))
        else:
            line.close()
        return answer

    def _take(self) -> _Line:
        while self._kept:
            try:
                line, used = self._kept.pop()
            except IndexError:  # another thread was quicker
                break
            if monotonic() - used < QUIET and not line.has_ended():
                return line
            line.close()
        return _Line(self._make(self._netloc, timeout=PATIENCE))

    def close(self) -> None:
        while self._kept:
            self._kept.pop()[0].close()
