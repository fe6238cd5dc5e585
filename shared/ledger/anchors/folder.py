"""The folder of anchors: a file for each, whole or not at all, never changed, and synced before anybody hears of it.

`00000012.jsonl` holds the anchor in its first line, and its leaves below. They name streams, and whoever knows the id
of a private table may look at it: so the first line alone is for everybody.
"""

import os
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from shared.errors import Broken, Busy, Malformed, NotFound, filled
from shared.ledger.anchors.anchor import Anchor, Leaf
from shared.ledger.anchors.tree import levels_of, root_of
from shared.once import alone, write_once

DIGITS = 8


class Anchors:
    """Read by everybody, written by whoever is `alone`. What was read once is kept: an anchor never changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept: dict[int, Anchor] = {}

    def alone(self) -> AbstractContextManager[None]:
        """While nobody else makes one. Raises Busy where somebody does."""
        return alone(self.folder, Busy("another process is making an anchor: try again when it has ended"))

    @property
    def last(self) -> int:
        """The number of the newest; 0 where there is none."""
        return max(self.numbers, default=0)

    @property
    def numbers(self) -> list[int]:
        """All that are there, the oldest first: a chain without gaps where nobody took one away."""
        if not self.folder.exists():
            return []
        stems = [name.removesuffix(".jsonl") for name in os.listdir(self.folder) if name.endswith(".jsonl")]
        return sorted(int(stem) for stem in stems if stem.isdecimal() and len(stem) >= DIGITS)

    @property
    def newest(self) -> Anchor | None:
        return self.of(last) if (last := self.last) else None

    def of(self, number: int) -> Anchor:
        """Raises NotFound, Broken."""
        if number not in self._kept:
            line, _, _ = self.content(number).partition(b"\n")
            try:
                self._kept[number] = Anchor.from_bytes(line)
            except Malformed as error:
                why = filled(error.template, error.values)
                raise Broken("anchor {number} can't be read: {why}", number=number, why=why) from None
        return self._kept[number]

    def since(self, at: str) -> Iterator[int]:
        """The numbers of those that were made at that time or later, and of one before: clocks differ a little."""
        numbers = self.numbers
        yield from numbers[max(0, bisect_left(numbers, at, key=lambda number: self.of(number).at) - 1) :]

    def lines(self, number: int) -> list[bytes]:
        """Its leaves, in their order. Raises NotFound."""
        return self.content(number).split(b"\n")[1:-1]

    def content(self, number: int) -> bytes:
        """Raises NotFound."""
        try:
            return self._file(number, "jsonl").read_bytes()
        except FileNotFoundError:
            raise NotFound("there is no anchor {number}", number=number) from None

    def token(self, number: int) -> bytes | None:
        """What a time-stamp server has said of it."""
        path = self._file(number, "tsr")
        return path.read_bytes() if path.exists() else None

    def is_new(self, leaves: Sequence[Leaf]) -> bool:
        """Whether there are any, and other ones than in the newest."""
        last = self.last
        return bool(leaves) and (not last or self.lines(last) != sorted({leaf.to_bytes() for leaf in leaves}))

    def put(self, at: str, leaves: Sequence[Leaf]) -> Anchor:
        """The next one of the chain."""
        lines = sorted({leaf.to_bytes() for leaf in leaves})
        before = self.newest
        anchor = Anchor(
            at=at,
            count=len(lines),
            number=before.number + 1 if before else 1,
            previous=before.digest if before else None,
            root=root_of(levels_of(lines)).hex(),
        )
        write_once(self._file(anchor.number, "jsonl"), b"\n".join([anchor.to_bytes(), *lines, b""]))
        return anchor

    def put_token(self, number: int, token: bytes) -> None:
        write_once(self._file(number, "tsr"), token)

    def _file(self, number: int, kind: str) -> Path:
        return self.folder / f"{number:0{DIGITS}}.{kind}"
