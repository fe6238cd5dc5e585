"""Streams in the archive: written once, read as often as somebody asks."""

import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from shared.ledger.archive.database import Database
from shared.ledger.archive.packed import pack, unpack
from shared.ledger.envelope import Stored
from shared.recent import Recent

KEPT = 16  # streams that were read last


class Archive:
    """What is read here stays in a small cache: a stream that is archived never changes."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(folder)
        self._kept = Recent[list[Stored]](KEPT)

    def read(self, stream: str) -> list[Stored]:
        """All its entries; none where it isn't archived. Raises Damaged."""
        return self._kept.get(stream, lambda: self.read_from_disk(stream))

    def read_from_disk(self, stream: str) -> list[Stored]:
        kind, _, id_ = stream.partition(":")
        found = self.database.ask("SELECT last, entries FROM streams WHERE id = ? AND kind = ?", id_, kind)
        return self._unpacked(stream, *found[0]) if found else []

    def record(self, id_: str) -> dict[str, list[Stored]]:
        """All its streams, from the disk."""
        found = self.database.ask("SELECT kind, last, entries FROM streams WHERE id = ?", id_)
        return {f"{kind}:{id_}": self._unpacked(f"{kind}:{id_}", last, packed) for kind, last, packed in found}

    def _unpacked(self, stream: str, last: int, packed: bytes) -> list[Stored]:
        try:
            entries = unpack(packed)
        except zlib.error as error:
            raise self.database.damaged(f"{stream}: {error}") from error
        if len(entries) != last:
            raise self.database.damaged(f"{stream}: {len(entries)} entries in place of {last}")
        return entries

    def last(self, stream: str) -> int:
        kind, _, id_ = stream.partition(":")
        found = self.database.ask("SELECT last FROM streams WHERE id = ? AND kind = ?", id_, kind)
        return int(found[0][0]) if found else 0

    def ids(self, kind: str | None = None) -> list[str]:
        """Of all records, or of those with a stream of this kind."""
        if kind is None:
            return [id_ for (id_,) in self.database.ask("SELECT id FROM records ORDER BY id")]
        return [id_ for (id_,) in self.database.ask("SELECT id FROM streams WHERE kind = ? ORDER BY id", kind)]

    def holds(self, id_: str) -> bool:
        return bool(self.database.ask("SELECT 1 FROM records WHERE id = ?", id_))

    @property
    def name(self) -> str:
        """By which it is told from other archives; empty before the first record."""
        found = self.database.ask("SELECT value FROM facts WHERE name = 'archive'")
        return str(found[0][0]) if found else ""

    @property
    def number(self) -> int:
        """Of the newest record that there ever was. It only grows."""
        found = self.database.ask("SELECT seq FROM sqlite_sequence WHERE name = 'records'")
        return int(found[0][0]) if found else 0

    def ids_after(self, number: int) -> list[str]:
        """Of the records with higher numbers, in their order."""
        return [id_ for (id_,) in self.database.ask("SELECT id FROM records WHERE number > ? ORDER BY number", number)]


def put(connection: sqlite3.Connection, id_: str, streams: Mapping[str, Sequence[Stored]]) -> None:
    """A whole record, its streams by kind, in place of what the archive had of it."""
    remove(connection, id_)
    connection.execute("INSERT INTO records (id) VALUES (?)", (id_,))
    connection.executemany(
        "INSERT INTO streams VALUES (?, ?, ?, ?)",
        [(id_, kind, len(entries), pack(f"{kind}:{id_}", entries)) for kind, entries in streams.items()],
    )


def remove(connection: sqlite3.Connection, id_: str) -> None:
    """A record of which the server has everything."""
    connection.execute("DELETE FROM records WHERE id = ?", (id_,))
    connection.execute("DELETE FROM streams WHERE id = ?", (id_,))
