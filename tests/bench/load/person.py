"""A person as the door sees them: a browser with a cookie and an address of its own, on one kept-alive connection."""

import asyncio
import re
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from tests.bench.load.connection import Answer, Connection, Door, NoAnswer
from tests.bench.load.tally import FINE, NO_ANSWER, Tally

PAUSE = 0.1  # seconds until a request that got no verdict is sent again
AGAIN = (NO_ANSWER, 429, 502, 503, 504)
COOKIE = re.compile(rb"\r\nset-cookie: *([^=;\r]+)=([^;\r]*)", re.IGNORECASE)
WAIT = re.compile(rb"\r\nretry-after: *(\d+)", re.IGNORECASE)
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


class Refused(Exception):
    """The door said no for good, or the run is over and it has not said yes."""


class Person:
    """Every request is sent again, with the same key, until there is a verdict."""

    def __init__(self, door: Door, address: str | None, tally: Tally, over: asyncio.Event) -> None:
        self.connection = Connection(door)
        self.address = address
        self.tally = tally
        self.over = over
        self.cookies: dict[bytes, bytes] = {}
        self.origin = f"http://{door.host}:{door.port}"
        self._same = f"Host: {door.host}:{door.port}\r\n" + (f"X-Forwarded-For: {address}\r\n" if address else "")

    async def command(self, asked: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """A command to the API. Raises Refused."""
        answer = await self.insist(asked, "POST", path, msgspec.json.encode(body), JSON)
        return dict(msgspec.json.decode(answer.body))

    async def insist(
        self, asked: str, method: str, path: str, body: bytes = b"", kind: str = "", headers: str = ""
    ) -> Answer:
        """The answer, as soon as there is one that decides. Raises Refused."""
        while True:
            answer = await self._once(asked, method, path, body, kind, headers)
            status = answer.status if answer else NO_ANSWER
            if answer and status in FINE:
                return answer
            if status not in AGAIN or (status == 429 and self.over.is_set()):
                raise Refused(f"{method} {path}: {status} {answer.body[:400]!r}" if answer else path)
            await self._rest(seconds_to_wait(answer))

    async def _once(self, asked: str, method: str, path: str, body: bytes, kind: str, headers: str) -> Answer | None:
        begun = time.perf_counter()
        try:
            answer = await self.connection.ask(self._request(method, path, body, kind, headers))
        except NoAnswer:
            self.tally.answered(asked, NO_ANSWER, time.perf_counter() - begun)
            return None
        self.tally.answered(asked, answer.status, answer.at - begun)
        self.cookies.update(cookies(answer.head))
        return answer

    def _request(self, method: str, path: str, body: bytes, kind: str, headers: str) -> bytes:
        what = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n" if method == "POST" else ""
        return f"{method} {path} HTTP/1.1\r\n{self._same}{what}{headers}".encode() + self.cookie + b"\r\n" + body

    @property
    def cookie(self) -> bytes:
        """The line of the head; empty before the first answer."""
        kept = b"; ".join(name + b"=" + value for name, value in self.cookies.items())
        return b"Cookie: " + kept + b"\r\n" if kept else b""

    async def _rest(self, seconds: float) -> None:
        """A long wait ends with the run."""
        try:
            async with asyncio.timeout(seconds):
                await self.over.wait()
        except TimeoutError:
            return
        await asyncio.sleep(min(seconds, PAUSE))  # the run is over: only what is under way is sent again


class Visitors:
    """New people at the door, each from an address that nobody else has; or all from this machine's."""

    def __init__(self, door: Door, share_one: bool = False) -> None:
        self.door = door
        self._addresses = None if share_one else addresses()

    def address(self) -> str | None:
        """None where all share this machine's."""
        return next(self._addresses) if self._addresses else None

    def come(self, tally: Tally, over: asyncio.Event, count: int) -> list[Person]:
        return [Person(self.door, self.address(), tally, over) for _ in range(count)]


def cookies(head: bytes) -> Iterator[tuple[bytes, bytes]]:
    for found in COOKIE.finditer(head):
        yield found[1], found[2]


def seconds_to_wait(answer: Answer | None) -> float:
    found = WAIT.search(answer.head) if answer else None
    return max(PAUSE, float(found[1])) if found else PAUSE


def addresses() -> Iterator[str]:
    """Of private networks, each once. A proxy on this machine names them, and the door believes it."""
    return (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}" for number in count(1))
