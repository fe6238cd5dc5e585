"""`urbanist archive` and `urbanist rebuild`: what the product does by itself, done at once."""

import time
from argparse import Namespace
from math import isinf

from services.console.words import plural
from shared.errors import Busy, Malformed
from shared.ledger.redis import connect
from shared.platform.archiving import Archivist
from shared.platform.rows import ArchivedRows, Rows, rebuild, rebuild_archived, what_waits_first
from shared.platform.streams import Streams
from shared.settings import settings
from shared.tournaments import TournamentRows
from shared.web.client import client_of
from shared.web.ledger import ledger
from shared.web.of_house import note_round_robin

PATIENCE = 30.0  # seconds for another process to end its step
PAUSE = 0.05  # seconds between two looks whether it has


def archive(asked: Namespace) -> None:
    """Moves all that is old enough; while the product runs, its listener and this command take turns."""
    days = settings().archive_after if asked.days is None else asked.days
    if isinf(days):
        raise Malformed("URBANIST_ARCHIVE_AFTER says never: say with --days how old a match must be")
    if days < 0:
        raise Malformed("--days: 0 or more")
    whole = ledger(settings())
    archivist = Archivist(whole, Rows(connect(settings().redis_url), ArchivedRows(whole.archive.database)), days)
    moved = 0
    while (found := _patiently(archivist)) is not None:
        moved += found
    moved += archivist.move_imported()
    print(plural("{n} match moved into the archive", "{n} matches moved into the archive", moved))


def _patiently(archivist: Archivist) -> int | None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return archivist.step()
        except Busy:
            if time.monotonic() > until:
                raise
            time.sleep(PAUSE)


def rebuild_rows(asked: Namespace) -> None:
    whole = ledger(settings())
    streams, archived = Streams(whole), ArchivedRows(whole.archive.database)
    rows = Rows(connect(settings().redis_url), archived)
    made = rebuild(streams, rows, what_waits_first(streams, rows))
    made += rebuild_archived(streams, rows, archived, whole.archive.ids())
    tournaments = TournamentRows(client_of(settings().redis_url))
    for id_ in (ids := streams.ledger.ids("tournament")):
        folded = streams.tournaments.load(f"tournament:{id_}")
        note_round_robin(folded, tournaments.announcements)
        tournaments.put(folded)
    print(plural("rebuilt {n} row", "rebuilt {n} rows", made + len(ids)))
