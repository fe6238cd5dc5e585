"""A stream as one compressed text: a line for each entry, its envelope and, after a tab, its sealed part.

Canonical bytes hold neither tabs nor line ends, so that Python's standard library is enough to read it.
"""

import zlib
from collections.abc import Sequence

from shared.errors import Broken
from shared.ledger.envelope import Stored

LEVEL = 9


def pack(stream: str, entries: Sequence[Stored]) -> bytes:
    """Raises Broken where an entry is not in canonical form."""
    text = b"\n".join(_line(entry) for entry in entries)
    if _entries(text) != list(entries):
        raise Broken("{stream} holds bytes that are not in canonical form", stream=stream)
    return zlib.compress(text, LEVEL)


def unpack(packed: bytes) -> list[Stored]:
    """Raises zlib.error where a bit has changed."""
    return _entries(zlib.decompress(packed))


def _line(entry: Stored) -> bytes:
    return entry.envelope if entry.sealed is None else entry.envelope + b"\t" + entry.sealed


def _entries(text: bytes) -> list[Stored]:
    return [Stored(*line.split(b"\t", 1)) for line in text.split(b"\n")]
