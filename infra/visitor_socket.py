"""A visitor's socket as a thread sees it: it never waits, neither for the sender nor for the reader.

An answer is sent once it is complete, head and body in one piece, so that its reader is woken once.
"""

import errno
import socket
from contextlib import suppress
from typing import Any, Protocol

SIGN = b"HTTP/1.1 100 Continue\r\n\r\n"
LAST_CHUNK = b"0\r\n\r\n"
PIECE = 64 * 1024  # bytes of an answer that are sent although it is not complete
MOST_UNREAD = 8 << 20  # bytes of one answer that wait for a slow reader


class Visit(Protocol):
    """What an application makes of a connection that it upgrades, or whose answer goes on. The loop calls it."""

    def begin(self) -> None:
        """The answer to the request has been sent."""

    def receive(self, data: bytes) -> bool:
        """Whether the visit goes on."""

    def end(self) -> None:
        """The connection is about to be closed, whether the visit has begun or not."""


class VisitorSocket:
    """What is not sent yet is kept in `unread`. An application that upgrades it sets `visit`.

    `is_open_ended`: the visit goes on with the answer and ends it, so gunicorn does not.
    """

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        self.raw = sock
        self.unread = bytearray()
        self.first_line = b""
        self.ran_dry = False  # a read found nothing: nobody knows where the next request begins
        self.visit: Visit | None = None
        self.is_open_ended = False
        self.held = False  # an application sets it: the answer is sent a little later

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)

    def close(self) -> None:
        """Only the loop closes it: a descriptor freed while the loop watches it may soon be another visitor's."""
        with suppress(OSError):
            self.send_unread()
            self.raw.shutdown(socket.SHUT_RDWR)

    def setblocking(self, blocks: bool) -> None:
        """It never does."""

    def settimeout(self, seconds: float | None) -> None:
        """Nothing here waits."""

    def recv(self, size: int) -> bytes:
        try:
            return self.raw.recv(size)
        except BlockingIOError:
            self.ran_dry = True
            return b""

    def has_hung_up(self) -> bool:
        """Whether the other side has closed the connection. Nothing is read: what it has sent still comes."""
        try:
            return self.raw.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except ConnectionError:
            return True

    def send(self, data: bytes, *flags: int) -> int:
        """Drops gunicorn's "100 Continue" before the answer: the client already got one before its body."""
        return len(data) if data == SIGN else self.raw.send(data, *flags)

    def sendall(self, data: bytes) -> None:
        if len(self.unread) > MOST_UNREAD:
            raise BrokenPipeError(errno.EPIPE, "this reader is too slow for an answer of this size")
        if self.is_open_ended and data == LAST_CHUNK:
            return
        self.unread += data
        if len(self.unread) > PIECE:
            self.send_unread()

    def send_unread(self) -> None:
        """Sends as much as goes now. Raises OSError if the reader is gone."""
        with suppress(BlockingIOError):
            while self.unread:
                del self.unread[: self.raw.send(self.unread)]
