"""Hundreds of pages that watch one match through sockets, in one thread that reads and does nothing else."""

import asyncio
import re
import resource
import socket
import time
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from shared.ledger.fold import Folded
from shared.platform.match import Match
from tests.bench.load.connection import HEAD_ENDS, PATIENCE, Door
from tests.bench.load.frames import Frame, Frames
from tests.bench.load.tally import NO_ANSWER

OPENED = 101
WITHIN = 1.0  # seconds in which spectators come
FILES = 200  # open files that a program needs besides its sockets
KEY, ACCEPTED = "dGhlIHNhbXBsZSBub25jZQ==", b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="  # the example of RFC 6455, section 1.3
OFFER = "permessage-deflate; client_max_window_bits"  # as browsers do
VERSION = re.compile(rb'<div id="match"[^>]* data-version="(\d+)"')
BUFFER = bytearray(1 << 18)  # shared: what was read is worked off before anybody else reads


class Spectator:
    """Opens its socket at once. `shown` are the versions of the match that came, each with its time.

    No task and no transport belongs to it: what it costs is taken from the product, which shares the machine.
    """

    def __init__(self, live: Door, asked: bytes) -> None:
        self.status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.shown: list[tuple[int, float]] = []
        self._asked = asked
        self._head = bytearray()
        self._frames = Frames()
        self.sock = socket.socket()
        self.sock.setblocking(False)
        self.sock.connect_ex(live)
        asyncio.get_running_loop().add_reader(self.sock, self._read)
        self._ask()

    def _ask(self) -> None:
        """On the same machine a connection is usually there at once."""
        loop = asyncio.get_running_loop()
        try:
            self.sock.send(self._asked)
        except BlockingIOError:
            loop.add_writer(self.sock, self._ask)
        except OSError:
            self.close()
        else:
            loop.remove_writer(self.sock)

    def _read(self) -> None:
        try:
            size = self.sock.recv_into(BUFFER)
        except BlockingIOError:
            return
        except OSError:
            size = 0
        if size:
            self._take(memoryview(BUFFER)[:size])
        else:
            self.close()

    def _take(self, part: bytes | memoryview) -> None:
        if not self.status.done():
            self._head += part
            if HEAD_ENDS not in self._head:
                return
            head, _, part = bytes(self._head).partition(HEAD_ENDS)
            status = int(head[9:12])
            assert status != OPENED or ACCEPTED in head
            self.status.set_result(status)
            if status != OPENED:
                self.close()
                return
        for frame in self._frames.feed(part):
            if (version := version_in(frame)) is not None:
                self.shown.append((version, time.perf_counter()))

    def close(self) -> None:
        if not self.status.done():
            self.status.set_result(NO_ANSWER)
        if self.sock.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self.sock)
            asyncio.get_running_loop().remove_writer(self.sock)
            self.sock.close()

    @property
    def newest(self) -> int:
        return self.shown[-1][0] if self.shown else 0

    def saw(self, version: int) -> float | None:
        """When this version, or a later one, was shown."""
        return next((at for shown, at in self.shown if shown >= version), None)


class Spectators:
    """All that opened; `statuses` say how each was answered, `took` how long it was until all were."""

    def __init__(self) -> None:
        self.all: list[Spectator] = []
        self.statuses: Counter[int] = Counter()
        self.took = 0.0

    async def open(self, live: Door, handshakes: Sequence[bytes], within: float = WITHIN) -> None:
        """Evenly over so many seconds."""
        begun = time.perf_counter()
        asking: list[Spectator] = []
        for number, asked in enumerate(handshakes):
            due = begun + within * number / len(handshakes)
            await asyncio.sleep(due - time.perf_counter())  # nothing else says when the next one comes
            asking.append(Spectator(live, asked))
        await asyncio.wait([one.status for one in asking], timeout=PATIENCE)
        self.took = time.perf_counter() - begun
        for one in asking:
            status = one.status.result() if one.status.done() else NO_ANSWER
            self.statuses[status] += 1
            if status == OPENED:
                self.all.append(one)
            else:
                one.close()

    async def saw(self, version: int, seconds: float) -> list[float | None]:
        """When each was shown the version: once all have it, or after so many seconds."""
        ends = time.perf_counter() + seconds
        while any(one.newest < version for one in self.all) and time.perf_counter() < ends:
            await asyncio.sleep(0.01)  # between two looks
        return [one.saw(version) for one in self.all]

    def close(self) -> None:
        for spectator in self.all:
            spectator.close()


@lru_cache(64)
def version_in(frame: Frame) -> int | None:
    """The version of the match that it shows; most frames are the same for all."""
    found = VERSION.search(frame.text)
    return int(found[1]) if found else None


def handshake(live: Door, page: Door, match: Folded[Match], address: str | None, cookie: bytes = b"") -> bytes:
    """Of a page that shows the match as it is now; `cookie` is a line of the head."""
    lines = (
        f"GET /m/{match.state.id}/live?have={match.version}&talk=0 HTTP/1.1",
        f"Host: {live.host}:{live.port}",
        f"Origin: http://{page.host}:{page.port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {KEY}",
        f"Sec-WebSocket-Extensions: {OFFER}",
        *([f"X-Forwarded-For: {address}"] if address else []),
    )
    return "\r\n".join((*lines, "")).encode() + cookie + b"\r\n"


def allow_files(sockets: int) -> None:
    """For this process and all that it starts. Raises SystemExit where the system allows fewer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = sockets + FILES
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SystemExit(f"{sockets} sockets need {needed} open files, and the system allows {hard}: ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
