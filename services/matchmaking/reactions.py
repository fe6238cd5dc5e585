"""All that matchmaking does by itself: keep the lobby's rows, stop waiting for nonces, close forgotten tables, hold
tournaments.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

from rq import Queue

from services.matchmaking.changed import noting
from services.matchmaking.daily import DailyDeals
from services.matchmaking.remote import release
from services.matchmaking.tournaments.acting import SERVICE
from services.matchmaking.tournaments.holding import Holding
from services.matchmaking.tournaments.pairing import Pairings
from services.matchmaking.tournaments.seating import Seating
from shared.errors import Busy, TableNotOpen
from shared.games.registry import GAMES
from shared.ledger.absences import Absences
from shared.ledger.anchors import Noted
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
from shared.platform.tournament.events import EVENTS as TOURNAMENTS
from shared.settings import Settings
from shared.space import is_full
from shared.tournaments import TournamentRows, tournament_of
from shared.web.client import shared_client
from shared.web.houses import houses
from shared.web.key import gateway_key
from shared.web.reservations import reservations

AT_ONCE = 0.2  # seconds of rebuilding rows before news is heard again
A_FEW = 20  # archived rows that are rebuilt before news is heard again
OVER = ("counting", "ended", "aborted", "adjudicated", "given_up")  # nobody plays there any more
ENDS = ("table.closed", "match.aborted", "match.adjudicated", "score.counted", "score.corrected")  # of a round's tables
ARCHIVE_EVERY = 600.0  # seconds from one end of the lists to the next search for matches that can be archived


class Reactions:
    """The only writer of `rows`."""

    def __init__(
        self,
        streams: Streams,
        rows: Rows,
        settings: Settings,
        archivist: Archivist | None = None,
        pairings: Queue | None = None,
        noted: Noted | None = None,
    ) -> None:
        """Without an archivist nothing is archived, without RQ's queue of pairings no tournament is held, and without
        `noted` nobody notes what has changed for the next anchor.
        """
        self.streams = streams
        self.rows = rows
        self.due = Due(rows)
        self.houses = Houses(rows.client)  # only tells them of tables that were given up
        self.settings = settings
        self.absences = Absences(rows.client)
        self.are_rows_ours = False
        self.archivist = archivist
        self.noted = noted
        self.daily = DailyDeals(streams, Deals(rows.client))
        self.holding = self._holding(pairings) if pairings else None
        self._archive_at = 0.0
        self._remaking: Iterator[bool] | None = None

    def remake(self) -> bool:
        """Rebuild some more rows of a release with other fields. Says whether there are still more."""
        if self.holding:
            self.holding.remake()
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
        return noting(self.noted, self._reactions()) if self.noted else self._reactions()

    def _reactions(self) -> dict[str, Reaction]:
        of_many = RATINGS.keys() | DEALS.keys() | TOURNAMENTS.keys()  # these are about no single match
        rows: dict[str, Reaction] = dict.fromkeys(EVENTS.keys() - of_many, Newest(self.update_row))
        if self.holding is None:
            return rows
        ends = dict.fromkeys(ENDS, Newest(self.has_ended))
        return rows | ends | dict.fromkeys(TOURNAMENTS, Newest(lambda notice: self.hold(notice.id)))

    def _holding(self, pairings: Queue) -> Holding:
        seating = Seating(self.streams, houses(), self.absences, lambda: gateway_key(self.settings.var))
        rows = TournamentRows(shared_client())
        return Holding(self.streams, rows, self.absences, self.settings, Pairings(pairings, self.streams), seating)

    def hold(self, id_: str) -> None:
        if self.holding:
            self.holding.see_to(id_)

    def has_ended(self, notice: Notice) -> None:
        """A tournament hears of it where its table says that it belongs to one."""
        self.update_row(notice)
        opened = self.streams.tables.load(f"table:{notice.id}").state.opened
        if self.holding and opened and (tournament := tournament_of(opened.opener)):
            self.holding.see_to_table(tournament, notice.id)

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
            tournament = tournament_of(row.opener or "")  # says itself how long it waits
            if tournament and self.holding and self.holding.waits_at(tournament, row.id):
                continue
            if self.absences.is_due(row.at, self.settings.abort_after, (row.id, row.version)):
                yield row.id, partial(self.send, row.id, GiveUp(by=None), "give_up")
        if self.holding:
            yield from self.holding.duties()
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
