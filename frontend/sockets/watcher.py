"""One visitor's socket, and writing to it without ever waiting."""

import socket
from contextlib import suppress
from dataclasses import dataclass

BUFFER = 1 << 20  # bytes the system may hold for one socket, some parts: only clients that never read are dropped
GONE = 30_000  # milliseconds without a sign of life from the other side until the system closes the socket


@dataclass(eq=False, slots=True)
class Watcher:
    """One socket, with what its visitor's cookie says, and the origin of the page."""

    sock: socket.socket
    person: str | None
    token: str
    origin: str


def prepare(sock: socket.socket) -> None:
    with suppress(OSError):  # not a TCP socket, or gone already
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE)


def write(watcher: Watcher, frame: bytes) -> None:
    """Never waits: if the buffer is full, nobody reads. Such a client comes back and catches up by version."""
    try:
        if watcher.sock.send(frame, socket.MSG_DONTWAIT) != len(frame):
            raise BlockingIOError
    except OSError:
        hang_up(watcher)


def hang_up(watcher: Watcher) -> None:
    """The thread of the socket notices, and leaves the room."""
    with suppress(OSError):  # gone already
        watcher.sock.shutdown(socket.SHUT_RDWR)
