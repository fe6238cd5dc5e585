"""All that matchmaking does by itself: keep the lobby's rows, stop waiting for nonces, close forgotten tables."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from shared.errors import TableNotOpen
from shared.ledger.decider import Command
from shared.ledger.kinds import Streams
from shared.ledger.rows import Due, Rows, age, by_status, every_id, rebuild, row_of
from shared.ledger.store import Notice
from shared.rules.platform import EVENTS
from shared.rules.table import GiveUp, Order, StopWaiting
from shared.settings import Settings

SERVICE = "service:matchmaking"


class Reactions:
    """`rows` are written here and nowhere else."""

    def __init__(self, streams: Streams, rows: Rows, settings: Settings) -> None:
        self.streams = streams
        self.rows = rows
        self.due = Due(rows)
        self.settings = settings

    def prepare(self) -> None:
        """Rows of a release that had others are made anew."""
        if not self.rows.are_ours():
            rebuild(self.streams, self.rows, every_id(self.streams))
            self.rows.sign()

    def table(self) -> dict[str, Callable[[Notice], None]]:
        return dict.fromkeys(EVENTS, self.list_anew)

    def list_anew(self, notice: Notice) -> None:
        if row := row_of(self.streams, notice.id):
            self.rows.put(row)

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        for row in self.due(by_status("filled"), self.settings.nonce_wait):
            if age(row.at) > self.settings.nonce_wait:
                yield row.id, partial(self.order, row.id, StopWaiting(), "stop_waiting")
        for row in self.due(by_status("open"), self.settings.abort_after):
            if age(row.at) > self.settings.abort_after:
                yield row.id, partial(self.order, row.id, GiveUp(by=None), "give_up")

    def order(self, id_: str, order: Order, reaction: str) -> None:
        stream = f"table:{id_}"
        cause = f"{stream}#{self.streams.tables.load(stream).version}:{reaction}"
        with suppress(TableNotOpen):  # somebody was faster
            self.streams.tables.handle(Command(stream=stream, by=SERVICE, cause=cause, order=order))
