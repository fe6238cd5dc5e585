"""One visitor's socket, and writing to it without ever waiting."""

import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock

from frontend.presentation.part import Viewer
from frontend.sockets.sending import send_at_once

BUFFER = 1 << 20  # bytes the system may hold for one socket, some parts: only clients that never read are dropped
GONE = 30_000  # milliseconds without a sign of life from the other side until the system closes the socket


@dataclass(eq=False, slots=True)
class Watcher:
    """One socket, with the viewer that its request named, and whether it inflates messages.

    `secret` is that of the viewer's session, None for a guest. `sign` makes the token of its forms; most sockets are
    never shown a form. Several threads write to the socket, each a whole frame, and none after it has left: by then its
    descriptor may be another visitor's.
    """

    sock: socket.socket
    viewer: Viewer
    sign: Callable[[], str] = str
    inflates: bool = False
    secret: str | None = None
    has_left: bool = False
    lock: Lock = field(default_factory=Lock)
    descriptor: int = field(init=False)
    _token: str | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.descriptor = self.sock.fileno()

    @property
    def token(self) -> str:
        if self._token is None:
            self._token = self.sign()
        return self._token


def prepare(sock: socket.socket) -> None:
    with suppress(OSError):  # not a TCP socket, or gone already
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE)


def write(watcher: Watcher, frame: bytes) -> None:
    """Never waits: if the buffer is full, nobody reads. Such a client comes back and catches up by version."""
    with watcher.lock:
        if not (watcher.has_left or send_at_once(watcher.descriptor, frame)):
            _hang_up(watcher)


def hang_up(watcher: Watcher) -> None:
    """The loop that reads the socket notices, and the watcher leaves."""
    with watcher.lock:
        if not watcher.has_left:
            _hang_up(watcher)


def _hang_up(watcher: Watcher) -> None:
    with suppress(OSError):  # gone already
        watcher.sock.shutdown(socket.SHUT_RDWR)
