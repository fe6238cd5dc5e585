"""WebSocket frames as bytes (RFC 6455, section 5): made once, written to many sockets."""

import struct
from collections.abc import Sequence

from frontend.compressing import END, deflated_around, stored

BEAT = b'\x81\x0a{"beat":1}'
TEXT, DEFLATED_TEXT = 0x81, 0xC1
LEVEL = 7  # a part is compressed once for all who see the same, and takes a millisecond


def text_frame(text: bytes) -> bytes:
    """One whole text message from the server, which never masks."""
    return _frame(TEXT, text)


def deflated_frame(text: bytes) -> bytes:
    """The same, compressed by itself alone, so that one frame serves all sockets and none keeps a window for it."""
    return deflated_frame_around(deflated_around([text], 0, LEVEL), b"")


def deflated_frame_around(parts: Sequence[bytes], token: bytes) -> bytes:
    """One message of parts that are compressed already, with somebody's token between them."""
    between = stored(token) if token else b""
    whole = between.join(parts)
    return _frame(DEFLATED_TEXT, whole.removesuffix(END) if whole.endswith(END) else whole + b"\x00")


def _frame(begins: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return struct.pack("!BB", begins, size) + payload
    if size < 1 << 16:
        return struct.pack("!BBH", begins, 126, size) + payload
    return struct.pack("!BBQ", begins, 127, size) + payload


def close_frame(code: int) -> bytes:
    """1011: our mistake; 1012: we restart; 1013: come back later."""
    return struct.pack("!BBH", 0x88, 2, code)
