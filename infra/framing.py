"""Finds whole commands in an append-only file: where the last one ends, and what stands after damage.

A command is an array of texts as clients send it: `*2`, then for each text its length, `$3`, and its bytes; every line
ends with CRLF. What stands between MULTI and EXEC counts as one command. Lines that begin with `#` are comments.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path

MOST = 1 << 20  # texts of a command: the server itself reads no more
COUNT = re.compile(rb"\*(\d{1,7})\r\n")
FIRST = re.compile(rb"\$(\d{1,10})\r\n")
NEXT = re.compile(rb"\r\n\$(\d{1,10})\r\n")  # the end of a text, and the length of the one after it
COMMENT = re.compile(rb"#[^\r\n]*\r\n")
CANDIDATE = re.compile(rb"\*\d{1,7}\r\n\$\d{1,10}\r\n[A-Za-z]")
OPENS, CLOSES = b"*1\r\n$5\r\nmulti\r\n", b"*1\r\n$4\r\nexec\r\n"

Bytes = bytes | mmap


@dataclass(frozen=True, slots=True)
class Read:
    """The result of reading a file: of its `size` bytes, the first `whole` are whole commands."""

    size: int
    whole: int
    goes_on: bool  # whole commands follow after the point where reading stopped: the damage is in the middle

    @property
    def is_whole(self) -> bool:
        return self.whole == self.size


def read(path: Path) -> Read:
    """A file of any size: it is scanned, and never held in memory as a whole."""
    if not path.stat().st_size:  # an empty file can't be mapped
        return Read(0, 0, False)
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as held:
        return read_bytes(held)


def read_bytes(held: Bytes) -> Read:
    at = last = whole = before = 0
    is_open = False
    for last, at in commands(held, 0):
        is_open = opens(held, last, at) or (is_open and not closes(held, last, at))
        if not is_open:
            before, whole = whole, at
    if whole == at != last and held[at : at + 1] == b"$":  # one text more than the count says: the count is damaged
        whole = before
    return Read(len(held), whole, whole < len(held) and goes_on(held, at + 1, is_open))


def commands(held: Bytes, at: int) -> Iterator[tuple[int, int]]:
    """Start and end of each whole command, comments included, up to the first thing that is neither."""
    while (end := end_of(held, at)) is not None:
        yield at, end
        at = end


def end_of(held: Bytes, at: int) -> int | None:
    """Where the command that begins here ends; None if it isn't whole."""
    if (count := COUNT.match(held, at)) is None:
        comment = COMMENT.match(held, at)
        return comment.end() if comment else None
    texts, at, size = int(count[1]), count.end(), len(held)
    if not 0 < texts <= MOST or (length := FIRST.match(held, at)) is None:
        return None
    at = length.end() + int(length[1])
    for _ in range(texts - 1):
        if at > size or (length := NEXT.match(held, at)) is None:
            return None
        at = length.end() + int(length[1])
    return at + 2 if held[at : at + 2] == b"\r\n" else None


def opens(held: Bytes, start: int, end: int) -> bool:
    return end - start == len(OPENS) and held[start:end].lower() == OPENS


def closes(held: Bytes, start: int, end: int) -> bool:
    return end - start == len(CLOSES) and held[start:end].lower() == CLOSES


def goes_on(held: Bytes, at: int, is_open: bool) -> bool:
    """Whether a whole command follows the damage at `at`; parts of the damaged transaction don't count."""
    found, begun = False, False
    while (candidate := CANDIDATE.search(held, at)) is not None:
        at = candidate.start() + 1
        for start, end in commands(held, candidate.start()):
            at = end
            if opens(held, start, end):
                begun = True
            elif closes(held, start, end):
                if begun:
                    return True
                found = is_open = False  # everything up to here was in the damaged transaction
            else:
                found = found or not begun
    return found and not is_open
