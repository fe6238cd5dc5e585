"""Requests to one of our own services, over connections that are kept for a while: no proxies, redirects or retries."""

from collections import deque
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from select import POLLIN, poll
from time import monotonic
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

PATIENCE = 2.0  # seconds without a byte
QUIET = 5.0  # seconds that a connection is kept; services keep theirs for longer (infra/gunicorn.conf.py)


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


class _InOnePiece:
    """Sends head and body together: the service is woken once, and reads the whole request at once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.unsent: list[bytes] = []

    def send(self, data: Any) -> None:
        self.unsent.append(data)

    def getresponse(self) -> Any:
        super().send(b"".join(self.unsent))  # type: ignore[misc]  # that of http.client's connections
        self.unsent.clear()
        return super().getresponse()  # type: ignore[misc]


class _Plain(_InOnePiece, HTTPConnection):
    pass


class _Encrypted(_InOnePiece, HTTPSConnection):
    pass


class Connections:
    """A request takes the connection that was used last, or opens one: as many as there are threads that ask."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._make = _Encrypted if parts.scheme == "https" else _Plain
        self._netloc = parts.netloc
        self._kept: deque[tuple[Any, float]] = deque()

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        connection = self._take()
        try:
            connection.request(method, target, body or None, dict(headers))
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, HTTPException) as error:
            connection.close()
            raise NoAnswer(repr(error)) from error
        if answer.will_close:
            connection.close()
        else:
            self._kept.append((connection, monotonic()))
        return Answer(answer.status, {name.lower(): value for name, value in answer.headers.items()}, content)

    def _take(self) -> Any:
        while self._kept:
            try:
                connection, used = self._kept.pop()
            except IndexError:  # another thread was quicker
                break
            if monotonic() - used < QUIET and not _has_ended(connection.sock):
                return connection
            connection.close()
        return self._make(self._netloc, timeout=PATIENCE)

    def close(self) -> None:
        while self._kept:
            self._kept.pop()[0].close()


def _has_ended(sock: Any) -> bool:
    """Whether the other side has hung up. Anything else that it said unasked is no answer either."""
    look = poll()
    look.register(sock, POLLIN)
    return bool(look.poll(0))
