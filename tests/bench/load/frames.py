"""Reads the frames that a server writes to a socket (RFC 6455, section 5), and keeps only how each begins."""

import zlib
from collections.abc import Iterator
from typing import NamedTuple

KEPT = 1024  # bytes of a message: enough for the version of a match
TEXT, DEFLATED_TEXT = 0x81, 0xC1


class Frame(NamedTuple):
    kind: int  # the first byte
    begins: bytes

    @property
    def text(self) -> bytes:
        """How its text begins; empty where it is none."""
        if self.kind == DEFLATED_TEXT:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(self.begins, KEPT)
        return self.begins if self.kind == TEXT else b""


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
