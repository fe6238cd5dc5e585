"""A visitor's socket as a thread sees it: it waits for nobody, neither for what is sent nor for who reads."""

import errno
import socket
from contextlib import suppress
from typing import Any

SIGN = b"HTTP/1.1 100 Continue\r\n\r\n"
MOST_UNREAD = 8 << 20  # bytes of one answer that wait for a slow reader


class VisitorSocket:
    """What can't be sent at once is kept in `unread`, for the loop to send. `waits`: a WebSocket's, which blocks."""

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        self.raw = sock
        self.unread = bytearray()
        self.first_line = b""
        self.ran_dry = False  # somebody wanted to read what has not come: where the next request begins is unknown
        self.waits = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)

    def close(self) -> None:
        """The loop closes it: a number that others free while the loop watches it may be another visitor's by then."""
        with suppress(OSError):
            self.raw.shutdown(socket.SHUT_RDWR)

    def setblocking(self, blocks: bool) -> None:
        self.raw.setblocking(blocks and self.waits)

    def settimeout(self, seconds: float | None) -> None:
        if self.waits:
            self.raw.settimeout(seconds)

    def recv(self, size: int) -> bytes:
        if self.waits:
            return self.raw.recv(size)
        try:
            return self.raw.recv(size)
        except BlockingIOError:
            self.ran_dry = True
            return b""

    def send(self, data: bytes, *flags: int) -> int:
        """gunicorn gives the sign to go on before each answer; it came before the body did, and some expect it once."""
        return len(data) if data == SIGN else self.raw.send(data, *flags)

    def sendall(self, data: bytes) -> None:
        if len(self.unread) > MOST_UNREAD:
            raise BrokenPipeError(errno.EPIPE, "who reads so slowly reads no answer that is so long")
        if not self.unread:
            with suppress(BlockingIOError):
                data = data[self.raw.send(data) :]
        self.unread += data

    def send_unread(self) -> None:
        """As much as goes now. Raises OSError where the reader is gone."""
        with suppress(BlockingIOError):
            del self.unread[: self.raw.send(self.unread)]
