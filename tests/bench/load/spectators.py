"""Hundreds of pages that watch one match through sockets, in one thread that reads and does nothing else."""

import asyncio
import re
import resource
import time
from collections import Counter

from shared.ledger.fold import Folded
from shared.platform.match import Match
from tests.bench.load.connection import HEAD_ENDS, PATIENCE, Door
from tests.bench.load.frames import TEXT, Frames
from tests.bench.load.person import Visitors
from tests.bench.load.tally import NO_ANSWER

OPENED = 101
WITHIN = 1.0  # seconds in which all are opened
FILES = 200  # open files that a program needs besides its sockets
KEY, ACCEPTED = "dGhlIHNhbXBsZSBub25jZQ==", b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="  # the example of RFC 6455, section 1.3
VERSION = re.compile(rb'<div id="match"[^>]* data-version="(\d+)"')
BUFFER = bytearray(1 << 18)  # shared: what was read is worked off before anybody else reads


class Spectator(asyncio.BufferedProtocol):
    """`shown` are the versions of the match that came, with their times by time.perf_counter()."""

    def __init__(self, handshake: bytes) -> None:
        self.handshake = handshake
        self.status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.shown: list[tuple[int, float]] = []
        self._head = bytearray()
        self._frames = Frames()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.handshake)

    def get_buffer(self, size: int) -> bytearray:
        return BUFFER

    def buffer_updated(self, size: int) -> None:
        part: bytes | memoryview = memoryview(BUFFER)[:size]
        if not self.status.done():
            self._head += part
            if HEAD_ENDS not in self._head:
                return
            head, _, part = bytes(self._head).partition(HEAD_ENDS)
            status = int(head[9:12])
            assert status != OPENED or ACCEPTED in head
            self.status.set_result(status)
            if status != OPENED:
                self.transport.close()
                return
        self._read(part)

    def _read(self, part: bytes | memoryview) -> None:
        for frame in self._frames.feed(part):
            if frame.kind == TEXT and (found := VERSION.search(frame.begins)):
                self.shown.append((int(found[1]), time.perf_counter()))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.status.done():
            self.status.set_result(NO_ANSWER)

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

    async def open(self, live: Door, visitors: Visitors, match: Folded[Match], count: int) -> None:
        begun = time.perf_counter()
        tasks = []
        for number in range(count):
            await asyncio.sleep(begun + WITHIN * number / count - time.perf_counter())  # evenly over the second
            asked = handshake(live, visitors.door, match, visitors.address())
            tasks.append(asyncio.create_task(_opened(live, asked)))
        for spectator in await asyncio.gather(*tasks):
            status = spectator.status.result() if spectator else NO_ANSWER
            self.statuses[status] += 1
            if spectator and status == OPENED:
                self.all.append(spectator)
        self.took = time.perf_counter() - begun

    async def saw(self, version: int, seconds: float) -> list[float | None]:
        """When each was shown the version: once all have it, or after so many seconds."""
        ends = time.perf_counter() + seconds
        while any(one.newest < version for one in self.all) and time.perf_counter() < ends:
            await asyncio.sleep(0.01)  # between two looks
        return [one.saw(version) for one in self.all]

    def close(self) -> None:
        for spectator in self.all:
            spectator.transport.abort()


async def _opened(live: Door, asked: bytes) -> Spectator | None:
    """None where nobody answered."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(PATIENCE):
            _, spectator = await loop.create_connection(lambda: Spectator(asked), live.host, live.port)
            await asyncio.wait([spectator.status])
            return spectator
    except (OSError, TimeoutError):
        return None


def handshake(live: Door, page: Door, match: Folded[Match], address: str | None) -> bytes:
    """Of a page that shows the match as it is now."""
    lines = (
        f"GET /m/{match.state.id}/live?have={match.version}&talk=0 HTTP/1.1",
        f"Host: {live.host}:{live.port}",
        f"Origin: http://{page.host}:{page.port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {KEY}",
        *([f"X-Forwarded-For: {address}"] if address else []),
    )
    return "\r\n".join((*lines, "", "")).encode()


def allow_files(sockets: int) -> None:
    """For this process and all that it starts. Raises SystemExit where the system allows fewer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = sockets + FILES
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SystemExit(f"{sockets} sockets need {needed} open files, and the system allows {hard}: ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
