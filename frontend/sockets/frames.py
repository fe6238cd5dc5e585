"""WebSocket frames as bytes (RFC 6455, section 5): made once, written to many sockets."""

import struct
import zlib

BEAT = b'\x81\x0a{"beat":1}'
TEXT, DEFLATED_TEXT = 0x81, 0xC1
END = b"\x00\x00\xff\xff"  # left out of each compressed message (RFC 7692, section 7.2.1)


def text_frame(text: bytes) -> bytes:
    """One whole text message from the server, which never masks."""
    return _frame(TEXT, text)


def deflated_frame(text: bytes) -> bytes:
    """The same, compressed by itself alone, so that one frame serves all sockets and none keeps a window for it."""
    deflate = zlib.compressobj(zlib.Z_BEST_SPEED, zlib.DEFLATED, -zlib.MAX_WBITS)
    return _frame(DEFLATED_TEXT, (deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH)).removesuffix(END))


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
