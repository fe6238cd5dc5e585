"""The rows of archived matches, in the archive's file: they take no memory on the server."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from shared.ledger.archive.database import Database, marks
from shared.platform.rows.lists import EDITION, positions
from shared.platform.rows.row import FIELDS, Row

OURS = ",".join((*FIELDS, EDITION))
"""The fields and lists of this release's rows."""


class ArchivedRows:
    """They change only where a release has other fields."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def newest(self, index: str) -> int | None:
        """The position of the newest row of a list; None where the list holds none of these."""
        found = self.database.ask("SELECT max(position) FROM lists WHERE list = ?", index)
        return found[0][0] if found else None

    def page(self, index: str, start: int, most: int) -> list[tuple[int, str]]:
        """Positions and ids, the newest first; `most` -1: all of them."""
        return self.database.ask(
            "SELECT position, id FROM lists WHERE list = ? ORDER BY position DESC, id DESC LIMIT ? OFFSET ?",
            index,
            most,
            start,
        )

    def before(self, index: str, position: int, id_: str, most: int) -> list[tuple[int, str]]:
        """Positions and ids of the rows after that place, the newest first."""
        return self.database.ask(
            "SELECT position, id FROM lists WHERE list = ? AND (position, id) < (?, ?)"
            " ORDER BY position DESC, id DESC LIMIT ?",
            index,
            position,
            id_,
            most,
        )

    def counts(self, indices: Sequence[str]) -> list[int]:
        query = f"SELECT list, count FROM counts WHERE list IN ({marks(indices)})"
        found = dict(self.database.ask(query, *indices))
        return [found.get(index, 0) for index in indices]

    def of(self, ids: Sequence[str]) -> dict[str, Row]:
        """By id, those of this release. The plus keeps the database from walking through all rows of an edition."""
        query = f"SELECT summary FROM summaries WHERE +edition = ? AND id IN ({marks(ids)})"
        rows = [Row(**json.loads(summary)) for (summary,) in self.database.ask(query, OURS, *ids)] if ids else []
        return {row.id: row for row in rows}

    def after(self, number: int, most: int) -> list[tuple[int, str]]:
        """Numbers and ids of records that were archived after the one with this number, in their order."""
        query = "SELECT number, id FROM records WHERE number > ? ORDER BY number LIMIT ?"
        return self.database.ask(query, number, most)

    def of_other_releases(self, most: int) -> list[str]:
        """Some ids whose rows have to be made again."""
        query = "SELECT id FROM summaries WHERE edition < ?1 OR edition > ?1 LIMIT ?2"
        return [id_ for (id_,) in self.database.ask(query, OURS, most)]

    def remake(self, found: Mapping[str, Row | None]) -> None:
        """In place of another release's; none where this release can't read the record."""
        with self.database.writing() as connection:
            for id_, row in found.items():
                if row:
                    put(connection, row)
                else:
                    hide(connection, id_)

    def ids(self) -> list[str]:
        """Of all rows here."""
        return [id_ for (id_,) in self.database.ask("SELECT id FROM summaries")]


def put(connection: sqlite3.Connection, row: Row) -> None:
    """In place of the row that this id had."""
    hide(connection, row.id)
    connection.execute("INSERT INTO summaries VALUES (?, ?, ?)", (row.id, OURS, json.dumps(asdict(row))))
    found: list[tuple[Any, ...]] = [(index, position, row.id) for index, position in positions(row).items()]
    connection.executemany("INSERT INTO lists VALUES (?, ?, ?)", found)


def hide(connection: sqlite3.Connection, id_: str) -> None:
    """Take a row off all lists of the archive."""
    connection.execute("DELETE FROM lists WHERE id = ?", (id_,))
    connection.execute("DELETE FROM summaries WHERE id = ?", (id_,))
