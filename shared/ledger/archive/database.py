"""The archive's file: an SQLite database that is made whole or not at all, and has one writer at a time."""

import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any

from shared.errors import Broken, Busy, Unavailable
from shared.once import alone, sync

NAME = "matches.sqlite3"
FORMAT = 1  # of the tables, in the file's `user_version`
SCHEMA = files(__package__).joinpath("schema.sql").read_text(encoding="utf-8")
PATIENCE = 5.0  # seconds that a writer waits for another one's transaction
# The file may be well, and the same may succeed later; any other error of the database is the file's own.
LATER = {"SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_NOMEM"}


class Damaged(Broken):
    """The archive's file, or a record in it, is not what was written."""


class Database:
    """Readers share one connection for each process; they wait for no writer. Safe for threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / NAME
        self._lock = RLock()
        self._opened: tuple[int, sqlite3.Connection] | None = None
        self._inherited: list[sqlite3.Connection] = []

    def ask(self, query: str, *values: Any) -> list[Any]:
        """The rows that it finds; none where nothing was ever archived."""
        with self._lock, self.answering():
            connection = self._connection()
            return connection.execute(query, values).fetchall() if connection else []

    def close(self) -> None:
        with self._lock:
            if self._opened:
                self._opened[1].close()
                self._opened = None

    def alone(self) -> AbstractContextManager[None]:
        """While nobody else archives. Raises Busy where somebody does."""
        return alone(
            self.folder, Busy("another process is moving matches into the archive: try again when it has ended")
        )

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on the disk afterwards, or nothing has changed."""
        self._make()
        with self.answering(), closing(self._connect()) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # it was rolled back already
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def answering(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "")
            if any(name.startswith(each) for each in LATER) or name.startswith("SQLITE_IOERR"):
                raise Unavailable("the archive is not answering", reason=f"{self.file}: {error}") from error
            raise self.damaged(str(error)) from error

    def damaged(self, what: str) -> Damaged:
        return Damaged(
            "the archive's file {file} is damaged ({what}): restore its newest intact copy", file=NAME, what=what
        )

    def _connection(self) -> sqlite3.Connection | None:
        """None before the first record. A child of this process opens its own, and leaves its parent's alone."""
        if self._opened and self._opened[0] != os.getpid():
            self._inherited.append(self._opened[1])
            self._opened = None
        if self._opened is None and self.file.exists():
            self._opened = os.getpid(), self._connect()
        return self._opened[1] if self._opened else None

    def _connect(self) -> sqlite3.Connection:
        address = f"{self.file.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(
            address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            self._check_format(connection.execute("PRAGMA user_version").fetchone()[0])
        except BaseException:
            connection.close()
            raise
        return connection

    def _check_format(self, found: int) -> None:
        if found > FORMAT:
            raise Unavailable("the archive was written by a newer release: start that one", reason=str(self.file))
        if found < FORMAT:
            raise self.damaged("it has no tables")

    def _make(self) -> None:
        """In a draft that is renamed, so that nobody finds half of it."""
        if self.file.exists():
            return
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.folder / f"{NAME}.{secrets.token_hex(4)}.new"
        try:
            with self.answering():
                _fill(draft)
            with suppress(FileExistsError):  # somebody was faster
                os.link(draft, self.file)
        finally:
            draft.unlink(missing_ok=True)
        sync(self.folder)
        sync(self.folder.parent)


def _fill(draft: Path) -> None:
    with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        connection.executescript(f"PRAGMA auto_vacuum = NONE; BEGIN; {SCHEMA} COMMIT;")
        connection.execute("INSERT INTO facts VALUES ('archive', ?)", (secrets.token_hex(8),))
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute("PRAGMA journal_mode = WAL")
    draft.chmod(0o600)
    sync(draft)


def marks(values: Sequence[Any]) -> str:
    """Question marks for a list of values."""
    return ",".join("?" * len(values))
