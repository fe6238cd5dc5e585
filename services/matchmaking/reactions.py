"""All that matchmaking does by itself: keep the lobby's rows, stop waiting for nonces, close forgotten tables."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

from shared.errors import TableNotOpen
from shared.ledger.absences import Absences
from shared.ledger.consumer import Newest, Reaction
from shared.ledger.decider import Message
from shared.ledger.store import Notice
from shared.platform.events import EVENTS
from shared.platform.rows import Due, Rows, by_status, remade, row_of, what_waits_first
from shared.platform.streams import Streams
from shared.platform.table import Command, GiveUp, StopWaiting
from shared.settings import Settings

SERVICE = "service:matchmaking"
AT_ONCE = 0.2  # seconds of rebuilding rows before news is heard again


class Reactions:
    """The only writer of `rows`."""

    def __init__(self, streams: Streams, rows: Rows, settings: Settings) -> None:
        self.streams = streams
        self.rows = rows
        self.due = Due(rows)
        self.settings = settings
        self.absences = Absences(rows.client)
        self.are_rows_ours = False
        self._remaking: Iterator[bool] | None = None

    def remake(self) -> bool:
        """Rebuild some more rows of a release with other fields. Says whether there are still more."""
        if self.are_rows_ours or self.rows.are_ours():
            self.are_rows_ours = True
            return False
        try:
            if self._remake_until(time.monotonic() + AT_ONCE):
                return True
        except Exception:
            self._remaking = None  # start over
            raise
        self.rows.sign()
        return False

    def _remake_until(self, until: float) -> bool:
        if self._remaking is None:
            self._remaking = remade(self.streams, self.rows, what_waits_first(self.streams, self.rows))
        return any(time.monotonic() > until for _ in self._remaking)

    def reactions(self) -> dict[str, Reaction]:
        return dict.fromkeys(EVENTS, Newest(self.update_row))

    def update_row(self, notice: Notice) -> None:
        if row := row_of(self.streams, notice.id, notice.stream):
            self.rows.put(row, if_other=True)

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        for row in self.due(by_status("filled"), self.settings.nonce_wait):
            if self.absences.is_due(row.at, self.settings.nonce_wait, (row.id, row.version)):
                yield row.id, partial(self.send, row.id, StopWaiting(), "stop_waiting")
        for row in self.due(by_status("open"), self.settings.abort_after):
            if self.absences.is_due(row.at, self.settings.abort_after, (row.id, row.version)):
                yield row.id, partial(self.send, row.id, GiveUp(by=None), "give_up")

    def send(self, id_: str, command: Command, reaction: str) -> None:
        folded = self.streams.tables.load(f"table:{id_}")
        cause = f"{folded.stream}#{folded.version}:{reaction}"
        message = Message(stream=folded.stream, by=SERVICE, cause=cause, command=command)
        with suppress(TableNotOpen):  # somebody was faster
            self.streams.tables.handle(message, folded)
