"""All rows anew, from the streams alone."""

import logging
from collections.abc import Iterable

from shared.errors import Broken
from shared.ledger.fold import Archived
from shared.ledger.imported import Imported
from shared.ledger.kinds import Streams
from shared.ledger.rows.keep import Rows
from shared.ledger.rows.row import row_of

log = logging.getLogger(__name__)


def rebuild(streams: Streams, rows: Rows, ids: Iterable[str]) -> int:
    """Throw all rows away and fold them anew; the number of rows made.

    A stream that can't be read has none, and so has a record that was imported: lists are of what happened here.
    """
    rows.clear()
    elsewhere, made = Imported(rows.client).ids(), 0
    for id_ in ids:
        if id_ in elsewhere:
            continue
        try:
            row = row_of(streams, id_)
        except (Archived, Broken) as error:
            log.error("no row for %s: %s", id_, error)
            continue
        if row:
            rows.put(row)
            made += 1
    return made


def every_id(streams: Streams) -> list[str]:
    """Of all tables, and of all matches that had none."""
    return sorted({*streams.ledger.ids("table"), *streams.ledger.ids("match")})
