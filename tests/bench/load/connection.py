"""A kept-alive connection that costs a tenth of a millisecond a request, because the generator shares the machine."""

import asyncio
import re
import time
from typing import NamedTuple

PATIENCE = 30.0  # seconds
HEAD_ENDS = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
NO_BODY = (204, 304)


class Door(NamedTuple):
    host: str
    port: int


class NoAnswer(Exception):
    """The connection broke, or no answer came in time. The request may have been carried out all the same."""


class Answer(NamedTuple):
    status: int
    head: bytes
    body: bytes
    at: float  # when its last byte came, by time.perf_counter()


def whole(data: bytes | bytearray) -> Answer | None:
    """The answer in these bytes, None while some are missing."""
    end = data.find(HEAD_ENDS)
    if end < 0:
        return None
    head = bytes(data[:end])
    status = int(head[9:12])
    found = LENGTH.search(head)
    if found is None and status not in NO_BODY:
        raise NoAnswer(f"an answer without a length: {head!r}")
    begins = end + len(HEAD_ENDS)
    ends = begins + (int(found[1]) if found else 0)
    return Answer(status, head, bytes(data[begins:ends]), time.perf_counter()) if len(data) >= ends else None


class Connection:
    """Asks one thing at a time; opened when it is needed, and again after it was closed."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self._line: _Line | None = None

    async def ask(self, request: bytes) -> Answer:
        """Raises NoAnswer."""
        try:
            async with asyncio.timeout(PATIENCE):
                if self._line is None or not self._line.is_open:
                    loop = asyncio.get_running_loop()
                    _, self._line = await loop.create_connection(_Line, self.door.host, self.door.port)
                return await self._line.ask(request)
        except (OSError, TimeoutError, NoAnswer) as error:
            self.close()
            raise NoAnswer(repr(error)) from error

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class _Line(asyncio.Protocol):
    def __init__(self) -> None:
        self.is_open = False
        self._data = bytearray()
        self._answer: asyncio.Future[Answer] | None = None

    def ask(self, request: bytes) -> "asyncio.Future[Answer]":
        self._data.clear()
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return self._answer

    def close(self) -> None:
        self.is_open = False
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.is_open = True

    def data_received(self, data: bytes) -> None:
        self._data += data
        if self._answer is None or self._answer.done():
            return
        try:
            found = whole(self._data)
        except NoAnswer as error:
            self._answer.set_exception(error)
            return
        if found:
            self.is_open = self.is_open and b"\r\nconnection: close" not in found.head.lower()
            self._answer.set_result(found)

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(NoAnswer("the connection was closed"))
