"""Streams in this process's memory, for tests and for matches played within one program."""

from collections.abc import Iterable, Sequence
from threading import Lock

from shared.ledger.envelope import Stored
from shared.ledger.store import Notice, id_in, moved_on


class MemoryLedger:
    """Keeps the notices of the bus in `notices`."""

    def __init__(self) -> None:
        self.streams: dict[str, list[Stored]] = {}
        self.notices: list[Notice] = []
        self._lock = Lock()

    def append(
        self,
        stream: str,
        expected: int,
        entries: Sequence[Stored],
        notices: Iterable[Notice],
        last: Stored | None = None,
    ) -> None:
        paired = list(zip(entries, notices, strict=True))
        self._write(stream, expected, entries, [notice for _, notice in paired], last)

    def put_away(self, stream: str, entries: Sequence[Stored]) -> None:
        self._write(stream, 0, entries, [])

    def _write(
        self,
        stream: str,
        expected: int,
        entries: Sequence[Stored],
        notices: Sequence[Notice],
        last: Stored | None = None,
    ) -> None:
        with self._lock:
            if (version := self.last(stream)) != expected:
                raise moved_on(stream, version, expected)
            if last and version and self.streams[stream][-1].envelope != last.envelope:
                raise moved_on(stream, version, expected)
            if entries:
                self.streams.setdefault(stream, []).extend(entries)
                self.notices.extend(notices)

    def read(self, stream: str, after: int = 0) -> list[Stored]:
        return self.streams.get(stream, [])[after:]

    def last(self, stream: str) -> int:
        return len(self.streams.get(stream, ()))

    def is_archived(self, stream: str) -> bool:
        return False

    def ids(self, kind: str) -> list[str]:
        return sorted(id_in(stream) for stream in list(self.streams) if stream.startswith(f"{kind}:"))
