"""The ledger as everybody reads it: streams on the server, and those that it has emptied from the archive."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from shared.ledger.archive.archive import Archive
from shared.ledger.archive.settling import settle_all
from shared.ledger.envelope import Stored
from shared.ledger.redis import RedisLedger, open_ledger
from shared.ledger.store import Notice


def open_whole(url: str, folder: Path, accepts_loss: bool = False) -> "WholeLedger":
    """A connected ledger and its archive. Raises OtherPartitions, OtherArchive and Damaged."""
    server, archive = open_ledger(url), Archive(folder)
    settle_all(server, archive, accepts_loss)
    return WholeLedger(server, archive)


class WholeLedger:
    """The contract is that of `store.Ledger`. A stream is on the server or, emptied there, in the archive."""

    def __init__(self, server: RedisLedger, archive: Archive) -> None:
        self.server = server
        self.archive = archive
        self.client = server.client

    def append(
        self,
        stream: str,
        expected: int,
        entries: Sequence[Stored],
        notices: Iterable[Notice],
        last: Stored | None = None,
    ) -> None:
        self.server.append(stream, expected, entries, notices, last)

    def put_away(self, stream: str, entries: Sequence[Stored]) -> None:
        self.server.put_away(stream, entries)

    def read(self, stream: str, after: int = 0) -> list[Stored]:
        """The server is asked first: what leaves it is in the archive before."""
        if (found := self.server.read(stream, after)) or not self.is_archived(stream):
            return found
        return self.archive.read(stream)[after:]

    def last(self, stream: str) -> int:
        return self.server.last(stream)

    def is_archived(self, stream: str) -> bool:
        return self.server.is_archived(stream)

    def ids(self, kind: str) -> list[str]:
        """An emptied stream's key stays."""
        return self.server.ids(kind)
