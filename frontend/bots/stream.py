"""One open stream: an answer that goes on line by line, each a chunk (RFC 9112, section 7.1), and costs no thread."""

import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import NamedTuple, Protocol

from msgspec.json import encode

from frontend.bots.cursor import Told
from frontend.sockets.sending import send_at_once
from frontend.sockets.watcher import prepare
from shared.annotations import Json
from shared.roster import Offer

LAST_CHUNK = b"0\r\n\r\n"


class Hub(Protocol):
    def join(self, stream: "Stream") -> None: ...

    def leave(self, stream: "Stream") -> None: ...


class Program(NamedTuple):
    """`client` is its own name for itself, and `serial` what makes its stream the newest of that name."""

    offer: Offer
    client: str
    serial: str
    person: str
    token: str

    @property
    def player(self) -> str:
        return self.offer.player


@dataclass(eq=False, slots=True)
class Stream:
    """`ends` is there where the program polls: the stream ends with the first news, or at that time.

    Whoever tells it something holds its `lock` from the look at what is new until it is written, and nobody else does:
    the worker's loop ends it without waiting for the server.
    """

    hub: Hub
    program: Program
    told: Told
    ends: float | None
    sock: socket.socket
    gone: Callable[[], None]
    beats: float = field(default_factory=time.monotonic)  # when something was last said
    looks_at_token: float = 0.0  # when it is looked at next
    is_replaced: bool = False
    has_ended: bool = False
    lock: RLock = field(default_factory=RLock)
    _writing: Lock = field(default_factory=Lock)  # held for as long as the system takes the bytes
    _has_begun: bool = False

    def begin(self) -> None:
        """The beginning of the answer has been sent."""
        self._has_begun = True
        prepare(self.sock)
        self.hub.join(self)

    def receive(self, data: bytes) -> bool:
        """There is nothing that a program could say here."""
        return True

    def end(self) -> None:
        with self._writing:
            self.has_ended = True
        if self._has_begun:
            self.hub.leave(self)
        self.gone()

    def tell(self, lines: Iterable[Json]) -> None:
        """Never waits: whoever does not read is cut off, comes back and is told what is missing."""
        for line in lines:
            self._send(chunk(line))
            if self.ends is not None:
                self.ends = 0.0
        if self.ends == 0.0:
            self.finish()

    def finish(self, line: Json | None = None) -> None:
        """With a last line, or without a word."""
        self._send((chunk(line) if line else b"") + LAST_CHUNK, is_last=True)

    def _send(self, data: bytes, *, is_last: bool = False) -> None:
        """Nothing is written after the end: the descriptor will be another's. The loop notices that it has come."""
        with self._writing:
            if self.has_ended:
                return
            self.beats = time.monotonic()
            self.has_ended = not send_at_once(self.sock.fileno(), data) or is_last
            if self.has_ended:
                with suppress(OSError):  # gone already
                    self.sock.shutdown(socket.SHUT_RDWR)


def as_line(said: Json) -> bytes:
    return encode(said) + b"\n"


def chunk(said: Json) -> bytes:
    line = as_line(said)
    return b"%x\r\n%b\r\n" % (len(line), line)
