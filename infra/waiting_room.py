"""Connections for which no thread works, each until its deadline; each costs a file descriptor and some memory."""

import time
from collections.abc import Iterator
from enum import Enum
from typing import Any


class For(Enum):
    """What a connection waits for."""

    FIRST_BYTE = "a request to begin"
    WHOLE_REQUEST = "the rest of a request"
    READER = "its answer to be read"
    HELD = "its answer, which is held back"
    GOODBYE = "the other side to hang up"


class WaitingRoom:
    """`patience` is in seconds. Each kind has its own, so connections of a kind reach their deadlines as they came."""

    def __init__(self, patience: dict[For, float]) -> None:
        self._patience = patience
        self._until: dict[For, dict[Any, float]] = {kind: {} for kind in For}
        self._by_address: dict[str, dict[Any, For]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._until.values()))

    def add(self, conn: Any, kind: For) -> None:
        self._until[kind][conn] = time.monotonic() + self._patience[kind]
        self._by_address.setdefault(conn.address, {})[conn] = kind

    def remove(self, conn: Any) -> bool:
        """Returns whether it waited here."""
        those = self._by_address.get(conn.address, {})
        kind = those.pop(conn, None)
        if not those:
            self._by_address.pop(conn.address, None)
        return kind is not None and self._until[kind].pop(conn, None) is not None

    def from_address(self, address: str) -> int:
        return len(self._by_address.get(address, ()))

    def oldest_of(self, address: str) -> Any:
        return next(iter(self._by_address[address]))

    def oldest_of_the_crowd(self) -> Any:
        """The oldest of the address that has the most: crowds make room for the others."""
        crowd = max(self._by_address, key=self.from_address)
        return self.oldest_of(crowd)

    def late(self, at: float) -> Iterator[tuple[Any, For]]:
        """Removes and yields those whose time was over at that moment."""
        for kind, until in self._until.items():
            while until and (first := next(iter(until))) and until[first] <= at:
                self.remove(first)
                yield first, kind

    def all(self) -> list[Any]:
        return [conn for until in self._until.values() for conn in until]

    def hurry(self, kind: For, seconds: float) -> None:
        """Lets nobody of this kind wait longer than this from now on."""
        self._patience[kind] = min(self._patience[kind], seconds)
        latest = time.monotonic() + seconds
        self._until[kind] = {conn: min(at, latest) for conn, at in self._until[kind].items()}
