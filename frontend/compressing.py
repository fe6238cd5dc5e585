"""Deflates texts around the secrets in them, which are copied as they are.

How long a compressed text is says how much of it is repeated: whoever can put words of their own beside a secret, and
sees lengths, finds the secret letter by letter. Here a secret stands in a block that is not compressed, and no other
block refers to it, so the length says nothing of what it is (0047).
"""

import re
import struct
import zlib
from collections.abc import Sequence

END = b"\x00\x00\xff\xff"  # of what is flushed; messages of sockets leave their last one out (RFC 7692, section 7.2.1)
LAST = b"\x03\x00"  # an empty block that ends a file
GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # no name, no time, any system (RFC 1952)
NO_TEXT = b"\xff"  # in no UTF-8, so no block ever refers to where a secret stands


def deflated_around(parts: Sequence[bytes], size: int, level: int) -> list[bytes]:
    """The parts of one text between which secrets of a size stand, so that `stored` ones can be put there."""
    deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    made = []
    for number, part in enumerate(parts):
        if number and size:
            deflate.compress(NO_TEXT * size)
            deflate.flush(zlib.Z_SYNC_FLUSH)
        made.append(deflate.compress(part) + deflate.flush(zlib.Z_SYNC_FLUSH))
    return made


def stored(secret: bytes) -> bytes:
    """A block of its own that is not compressed."""
    return struct.pack("<BHH", 0, len(secret), len(secret) ^ 0xFFFF) + secret


def gzipped(text: bytes, secret: bytes = b"", level: int = 6) -> bytes:
    """A file of the text. Secrets of one page are one: the token of its forms."""
    parts = text.split(secret) if secret else [text]
    deflated = stored(secret).join(deflated_around(parts, len(secret), level))
    return GZIP + deflated + LAST + struct.pack("<LL", zlib.crc32(text), len(text) & 0xFFFFFFFF)


def is_accepted(encoding: str, said: str) -> bool:
    """Whether a browser that says this in `Accept-Encoding` takes it."""
    return re.search(rf"(?:^|,)\s*{encoding}\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)", said) is not None
