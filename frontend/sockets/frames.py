"""WebSocket frames as bytes (RFC 6455, section 5): made once, written to many sockets."""

import struct

BEAT = b'\x81\x0a{"beat":1}'


def text_frame(text: bytes) -> bytes:
    """One whole text message from the server, which never masks."""
    size = len(text)
    if size < 126:
        return struct.pack("!BB", 0x81, size) + text
    if size < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, size) + text
    return struct.pack("!BBQ", 0x81, 127, size) + text


def close_frame(code: int) -> bytes:
    """1011: our mistake; 1012: we restart; 1013: come back later."""
    return struct.pack("!BBH", 0x88, 2, code)
