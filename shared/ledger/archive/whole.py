"""The ledger as everybody reads it: streams on the server, and those that it has emptied from the archive."""

from pathlib import Path

from shared.ledger.archive.archive import Archive
from shared.ledger.archive.settling import settle_all
from shared.ledger.envelope import Stored
from shared.ledger.redis import RedisLedger, open_ledger


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
        self.append, self.put_away = server.append, server.put_away
        self.last, self.is_archived, self.ids = server.last, server.is_archived, server.ids  # an emptied key stays

    def read(self, stream: str, after: int = 0) -> list[Stored]:
        """The server is asked first: what leaves it is in the archive before."""
        if (found := self.server.read(stream, after)) or not self.is_archived(stream):
            return found
        return self.archive.read(stream)[after:]
