"""Rebuilds all rows from the streams alone, one by one, so that the lists are never empty meanwhile."""

import logging
from collections.abc import Iterable, Iterator
from itertools import islice

from shared.errors import Broken
from shared.ledger.fold import Archived
from shared.platform.records.imported import Imported
from shared.platform.rows.archived import ArchivedRows
from shared.platform.rows.keep import Rows
from shared.platform.rows.row import Row, row_of
from shared.platform.streams import Streams

log = logging.getLogger(__name__)

TOGETHER = 100  # archived rows in one transaction
WAITED_FOR = ("filled", "starting", "open", "playing", "counting")  # somebody looks at these, or something is due


def rebuild(streams: Streams, rows: Rows, ids: Iterable[str]) -> int:
    """Rebuild them at once. Returns the number of rows."""
    return sum(remade(streams, rows, ids))


def remade(streams: Streams, rows: Rows, ids: Iterable[str]) -> Iterator[bool]:
    """Step by step, with whatever else happens between: for each id whether it has a row; ghosts go at the end.

    A stream that can't be read has none, and so has a record that was imported: lists are of what happened here.
    """
    elsewhere, made = Imported(rows.client).ids(), set()
    for id_ in ids:
        if is_made := id_ not in elsewhere and _is_made(streams, rows, id_):
            made.add(id_)
        yield is_made
    ghosts = rows.ids() - made
    rows.forget(id_ for id_ in ghosts if id_ in elsewhere or not _is_made(streams, rows, id_))  # or opened meanwhile


def rebuild_archived(streams: Streams, rows: Rows, archived: ArchivedRows, ids: Iterable[str]) -> int:
    """Rebuild rows of archived matches. Returns their number; what was imported has none."""
    marks, made, waiting = Imported(rows.client), 0, iter(ids)
    while some := list(islice(waiting, TOGETHER)):
        found = {id_: None if marks.of(id_) else _row(streams, id_) for id_ in some}
        archived.remake(found)
        made += sum(row is not None for row in found.values())
    return made


def _is_made(streams: Streams, rows: Rows, id_: str) -> bool:
    row = _row(streams, id_)
    if row and (newer := rows.put(row)):  # by the listener just now, or by nobody
        row = _row(streams, id_)
        if row and row.version < newer:
            rows.put(row, instead_of=newer)
    return row is not None


def _row(streams: Streams, id_: str) -> Row | None:
    try:
        return row_of(streams, id_)
    except (Archived, Broken) as error:
        log.error("no row for %s: %s", id_, error)
        return None


def every_id(streams: Streams) -> list[str]:
    """The ids of all tables, and of all matches without one."""
    return sorted({*streams.ledger.ids("table"), *streams.ledger.ids("match")})


def what_waits_first(streams: Streams, rows: Rows) -> list[str]:
    """Every id whose row is on the server, those that people and services wait for first."""
    archived = set(rows.archived.ids()) if rows.archived else set()
    known = set(found := [id_ for id_ in every_id(streams) if id_ not in archived])
    first = [id_ for id_ in rows.listed_ids(WAITED_FOR) if id_ in known]
    return list(dict.fromkeys([*first, *found]))
