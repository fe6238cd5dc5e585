"""All that matchmaking does by itself: keep the lobby's rows, stop waiting for nonces, close forgotten tables."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

from services.matchmaking.daily import DailyDeals
from services.matchmaking.remote import release
from shared.errors import Busy, TableNotOpen
from shared.games.registry import GAMES
from shared.ledger.absences import Absences
from shared.ledger.archive import shrink
from shared.ledger.consumer import Newest, Reaction
from shared.ledger.decider import Message
from shared.ledger.store import Notice
from shared.people.houses import Houses
from shared.platform.archiving import Archivist
from shared.platform.deal.events import EVENTS as DEALS
from shared.platform.deals import Deals
from shared.platform.events import EVENTS
from shared.platform.rating.events import EVENTS as RATINGS
from shared.platform.rows import Due, Rows, by_status, rebuild_archived, remade, row_of, what_waits_first
from shared.platform.streams import Streams
from shared.platform.table import CallOff, Command, GiveUp, StopWaiting
from shared.settings import Settings
from shared.space import is_full
from shared.web.reservations import reservations

SERVICE = "service:matchmaking"
AT_ONCE = 0.2  # seconds of rebuilding rows before news is heard again
A_FEW = 20  # archived rows that are rebuilt before news is heard again
OVER = ("counting", "ended", "aborted", "adjudicated", "given_up")  # nobody plays there any more
ARCHIVE_EVERY = 600.0  # seconds from one end of the lists to the next search for matches that can be archived


class Reactions:
    """The only writer of `rows`."""

    def __init__(self, streams: Streams, rows: Rows, settings: Settings, archivist: Archivist | None = None) -> None:
        """Without an archivist nothing is archived."""
        self.streams = streams
        self.rows = rows
        self.due = Due(rows)
        self.houses = Houses(rows.client)  # only tells them of tables that were given up
        self.settings = settings
        self.absences = Absences(rows.client)
        self.are_rows_ours = False
        self.archivist = archivist
        self.daily = DailyDeals(streams, Deals(rows.client))
        self._archive_at = 0.0
        self._remaking: Iterator[bool] | None = None

    def remake(self) -> bool:
        """Rebuild some more rows of a release with other fields. Says whether there are still more."""
        if self.are_rows_ours or self.rows.are_ours():
            self.are_rows_ours = True
            return self.remake_archived()
        try:
            if self._remake_until(time.monotonic() + AT_ONCE):
                return True
        except Exception:
            self._remaking = None  # start over
            raise
        self.rows.sign()
        return self.remake_archived()

    def remake_archived(self) -> bool:
        archived = self.rows.archived
        ids = archived.of_other_releases(A_FEW) if archived else []
        if archived and ids:
            rebuild_archived(self.streams, self.rows, archived, ids)
        return bool(ids)

    def _remake_until(self, until: float) -> bool:
        if self._remaking is None:
            self._remaking = remade(self.streams, self.rows, what_waits_first(self.streams, self.rows))
        return any(time.monotonic() > until for _ in self._remaking)

    def reactions(self) -> dict[str, Reaction]:
        of_many = RATINGS.keys() | DEALS.keys()  # these are about no single match
        return dict.fromkeys(EVENTS.keys() - of_many, Newest(self.update_row))

    def update_row(self, notice: Notice) -> None:
        if row := row_of(self.streams, notice.id, notice.stream):
            self.rows.put(row, if_other=True)
            if row.status == "given_up":
                self.houses.give_up(row.id)
            if row.status in OVER:
                release(row)

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        for row in self.due(by_status("filled"), self.settings.nonce_wait):
            if row.game not in GAMES:  # no match could start; another release may still have the game
                if self.absences.is_due(row.at, self.settings.abort_after, (row.id, row.version)):
                    yield row.id, partial(self.send, row.id, CallOff(is_forgotten=True), "call_off")
            elif self.absences.is_due(row.at, self.settings.nonce_wait, (row.id, row.version)):
                yield row.id, partial(self.send, row.id, StopWaiting(), "stop_waiting")
        for row in self.due(by_status("open"), self.settings.abort_after):
            if self.absences.is_due(row.at, self.settings.abort_after, (row.id, row.version)):
                yield row.id, partial(self.send, row.id, GiveUp(by=None), "give_up")
        for table, player in reservations().unanswered():
            yield table, partial(reservations().note_silent, table, player)
        yield from self.daily.duties()
        if self.archivist and time.monotonic() >= self._archive_at and not is_full(self.settings, before=True):
            yield "archive", partial(self.archive, self.archivist)

    def archive(self, archivist: Archivist) -> None:
        """A few matches in each round; `urbanist archive` may be doing the same."""
        with suppress(Busy):
            if archivist.step() is None:
                self._archive_at = time.monotonic() + ARCHIVE_EVERY
                if self.settings.embedded:
                    shrink(self.rows.client)

    def send(self, id_: str, command: Command, reaction: str) -> None:
        folded = self.streams.tables.load(f"table:{id_}")
        cause = f"{folded.stream}#{folded.version}:{reaction}"
        message = Message(stream=folded.stream, by=SERVICE, cause=cause, command=command)
        with suppress(TableNotOpen):  # somebody was faster
            self.streams.tables.handle(message, folded)
