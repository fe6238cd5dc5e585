"""Reads the frames that a server writes to a socket (RFC 6455, section 5), and keeps only how each begins."""

from collections.abc import Iterator
from typing import NamedTuple

KEPT = 1024  # bytes of a message: enough for the version of a match
TEXT = 0x81


class Frame(NamedTuple):
    kind: int  # the first byte
    begins: bytes


class Frames:
    """A server's frames are never masked, and ours never come in parts."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, part: bytes | memoryview) -> Iterator[Frame]:
        """Every frame that is whole now."""
        self._data += part
        while (size := head_and_payload(self._data)) and len(self._data) >= sum(size):
            head, payload = size
            yield Frame(self._data[0], bytes(self._data[head : head + min(payload, KEPT)]))
            del self._data[: head + payload]


def head_and_payload(data: bytearray) -> tuple[int, int] | None:
    """How long both are, None while the head is not whole."""
    if len(data) < 2:
        return None
    more = {126: 2, 127: 8}.get(data[1], 0)
    if len(data) < 2 + more:
        return None
    return 2 + more, int.from_bytes(data[2 : 2 + more]) if more else data[1]
