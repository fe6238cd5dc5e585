"""Moves matches that ended long ago from the server into the archive, a few at a time.

A match is written there first, read back and compared; only then it leaves the server. If the process is killed in
between, nothing is lost, and the next step finishes what was begun.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from shared.errors import Broken, NotFound
from shared.ledger.archive import Settled, WholeLedger, settle
from shared.ledger.archive.archive import put, remove
from shared.ledger.archive.settling import note
from shared.ledger.envelope import Stored
from shared.ledger.memory import MemoryLedger
from shared.ledger.redis import answering
from shared.platform.records.export import OWN
from shared.platform.records.imported import Imported
from shared.platform.rows import ArchivedRows, Row, Rows, by_status, row_of
from shared.platform.rows.archived import hide
from shared.platform.rows.archived import put as put_row
from shared.platform.rows.lists import milliseconds
from shared.platform.streams import Streams

OVER = ("ended", "aborted", "adjudicated", "given_up")
TOGETHER = 8  # matches in one transaction
LEFT = "urbanist:rows:archived"  # the key: up to which record of which archive rows have left the server

log = logging.getLogger(__name__)


class Ready(NamedTuple):
    """A match that may leave the server, as it is there. Imported ones have no row."""

    id: str
    streams: Mapping[str, list[Stored]]
    row: Row | None


class Archivist:
    """Every step is safe to repeat, and to be killed in. Two never work at the same time."""

    def __init__(self, ledger: WholeLedger, rows: Rows, days: float, clock: Callable[[], float] = time.time) -> None:
        self.ledger = ledger
        self.archive = ledger.archive
        self.rows = rows
        self.archived = ArchivedRows(self.archive.database)
        self.days = days
        self.clock = clock
        self.unmoved: dict[str, str] = {}  # by id, why it stays on the server
        self._passed: Counter[str] = Counter()  # by status, how many of the oldest stay

    @property
    def before(self) -> float:
        """What ended before this moment may leave, in milliseconds since 1970."""
        return (self.clock() - self.days * 24 * 3600) * 1000

    def step(self) -> int | None:
        """How many matches were moved; None at the end of the lists. Raises Busy where somebody else archives."""
        with self.archive.database.alone():
            self.finish()
            for status in OVER:
                ids = self.rows.within(by_status(status), "-inf", self.before, self._passed[status], TOGETHER)
                if found := [id_.decode() for id_ in ids]:
                    moved = self.move(filter(None, map(self.ready, found)))
                    self._passed[status] += len(found) - len(moved)
                    return len(moved)
        self._passed.clear()
        return None

    def move_imported(self) -> int:
        """Records of other servers are in no list: all their marks are read."""
        marks, moved = Imported(self.rows.client), 0
        for id_ in sorted(marks.ids()):
            mark = marks.of(id_)
            if mark and milliseconds(mark.at) < self.before and not self.archive.holds(id_):
                with self.archive.database.alone():
                    moved += len(self.move(filter(None, [self.ready(id_, is_listed=False)])))
        return moved

    def ready(self, id_: str, *, is_listed: bool = True) -> Ready | None:
        """With digests, seals and chain checked; None where it stays."""
        if self.archived.of([id_]) and self.has_left(id_):  # a late notice has put its row back
            self.rows.leave([id_])
            return None
        try:
            found = self.on_server(id_)
            self.check_continues(id_, found)
            copy = Streams(copied(id_, found))
            for kind in found:
                copy.matches.reader.verified(f"{kind}:{id_}")
            row = row_of(copy, id_) if is_listed else None
        except (Broken, NotFound) as error:
            self.stays(id_, str(error))
            return None
        if is_listed and not (row and row.status in OVER and milliseconds(row.at) < self.before):
            return None  # its row on the server is not what its streams say now
        return Ready(id_, found, row)

    def on_server(self, id_: str) -> dict[str, list[Stored]]:
        """What is there, by kind, in the order of OWN. Raises NotFound."""
        seen = self.ledger.server.look([f"{kind}:{id_}" for kind in OWN])
        found = {kind: seen[f"{kind}:{id_}"].entries for kind in OWN if seen[f"{kind}:{id_}"].entries}
        if not found:
            raise NotFound("there is nothing with the id {id}", id=id_)
        return found

    def check_continues(self, id_: str, found: Mapping[str, list[Stored]]) -> None:
        """Nothing in the archive is ever replaced by something else. Raises Broken."""
        for stream, known in self.archive.record(id_).items():
            if known != found.get(stream.partition(":")[0], [])[: len(known)]:
                raise Broken("{why}", why=Settled.DIFFERS.value)

    def stays(self, id_: str, why: str) -> None:
        if self.unmoved.get(id_) != why:
            self.unmoved[id_] = why
            log.error("%s stays on the server: %s", id_, why)

    def move(self, ready: Iterable[Ready]) -> list[str]:
        """The ids of those that have left the server."""
        if not (found := list(ready)):
            return []
        with self.archive.database.writing() as connection:
            for one in found:
                put(connection, one.id, one.streams)
                if one.row:
                    put_row(connection, one.row)
        for one in found:
            self.compare(one)
        done = set(self.finish())
        return [one.id for one in found if one.id in done]

    def compare(self, one: Ready) -> None:
        """Raises Damaged."""
        if self.archive.record(one.id) != {f"{kind}:{one.id}": entries for kind, entries in one.streams.items()}:
            raise self.archive.database.damaged(f"{one.id} is not what was written")

    def finish(self) -> list[str]:
        """Empty the streams, and take the rows off the lists, of all that is in the archive since this was last done.

        Returns the ids of those that only the archive has now.
        """
        name, done = self.archive.name, list[str]()
        number = self.left(name)
        while found := self.archived.after(number, TOGETHER):
            done += self.finished([id_ for _, id_ in found])
            number = found[-1][0]
            note(self.ledger.server, name, number)
            self.note(name, number)
        return done

    def finished(self, ids: Sequence[str]) -> list[str]:
        """Those that only the archive has now. What has gone on stays on the server, and what differs in both."""
        settled = settle(self.ledger.server, self.archive, ids)
        done = [id_ for id_ in ids if settled[id_] is Settled.DONE]
        self.rows.leave(done)
        if others := [id_ for id_ in ids if id_ not in done]:
            with self.archive.database.writing() as connection:
                for id_ in others:
                    hide(connection, id_)
                    if settled[id_] is Settled.GOES_ON:
                        remove(connection, id_)
        for id_ in others:
            if settled[id_] is Settled.DIFFERS:
                self.stays(id_, Settled.DIFFERS.value)
        return done

    def has_left(self, id_: str) -> bool:
        """Whether something of it is in the archive alone."""
        return any(self.ledger.is_archived(f"{kind}:{id_}") for kind in OWN)

    def left(self, name: str) -> int:
        with answering():
            found: Any = self.rows.client.get(LEFT)
        known, _, number = (found or b"").decode().partition(":")
        if not found or known != name:
            return 0
        if int(number) > (newest := self.archive.number):  # an older copy, with the loss accepted: it counts on
            self.note(name, newest)
        return min(int(number), newest)

    def note(self, name: str, number: int) -> None:
        with answering():
            self.rows.client.set(LEFT, f"{name}:{number}")


def copied(id_: str, streams: Mapping[str, list[Stored]]) -> MemoryLedger:
    """What was read once, so that all checks see the same."""
    copy = MemoryLedger()
    for kind, entries in streams.items():
        copy.put_away(f"{kind}:{id_}", entries)
    return copy
