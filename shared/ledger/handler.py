"""Load, decide, append: nothing else changes a stream, and the same command twice changes it once.

Source: docs/ledger.md, "Commands".
"""

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Generic

from shared.errors import Busy, Conflict, KeyReused, NotFound, Refused, Unavailable
from shared.ledger.check import check_fields, check_named
from shared.ledger.codec import Registry, Written
from shared.ledger.decider import Command, Decider, O, S
from shared.ledger.envelope import stamp
from shared.ledger.fold import Answer, Folded, Folder
from shared.ledger.past import Reader
from shared.ledger.pen import Pen
from shared.ledger.store import Ledger, Notice

ATTEMPTS = 5


def utc_now() -> datetime:
    return datetime.now(UTC)


def fresh_salt() -> bytes:
    """16 random bytes: what is sealed can't be found by trying."""
    return os.urandom(16)


class Handler(Generic[S, O]):
    """Gives orders to the streams of one decider."""

    def __init__(
        self,
        ledger: Ledger,
        registry: Registry,
        decider: Decider[S, O],
        *,
        now: Callable[[], datetime] = utc_now,
        salt: Callable[[], bytes] = fresh_salt,
    ) -> None:
        self.ledger = ledger
        self.registry = registry
        self.decider = decider
        self.reader = Reader(ledger, registry, bears_all=decider.reads_unknown)
        self.folder = Folder(self.reader, decider)
        self.now = now
        self.salt = salt

    def load(self, stream: str) -> Folded[S]:
        return self.folder.fold(stream)

    def handle(self, command: Command[O]) -> Answer:
        """The versions that the command led to, now or when it came first.

        Raises the decider's verdicts, KeyReused, ReadOnly; Busy and Unavailable after some tries: then the same command
        may be sent again.
        """
        check_named(command.stream, command.by, command.cause)
        lost: Conflict | Unavailable
        for _ in range(ATTEMPTS):
            try:
                return self._once(command)
            except (Conflict, Unavailable) as error:  # it may have been stored or not: look again
                lost = error
        if isinstance(lost, Unavailable):
            raise lost
        raise Busy("{stream} changes too fast: try again", stream=command.stream) from lost

    def _once(self, command: Command[O]) -> Answer:
        folded = self.load(command.stream)
        if earlier := folded.answers.get((command.by, command.cause)):
            self._check_same(command, earlier)
            return earlier
        if folded.unknown and not self.decider.reads_unknown:
            raise folded.unknown.verdict
        events = self.decider.decide(folded.state, command.order)
        if events:
            self._append(command, folded, events)
        return Answer(folded.version + 1, folded.version + len(events))

    def _append(self, command: Command[O], folded: Folded[S], events: Sequence[Any]) -> None:
        stream, after = command.stream, folded.version
        written = [self._checked(event) for event in events]
        pen = Pen(
            stream=stream,
            by=command.by,
            cause=command.cause,
            at=max(folded.at, stamp(self.now())),
            moves=self.decider.evidence(folded.state, command.order),
            salt=self.salt,
        )
        entries = pen.entries(after, folded.digest, written, self.decider.reveals(folded.state, events))
        called = self.decider.called(folded.state, events)
        notices = [Notice(stream, version, one.type, called) for version, one in enumerate(written, after + 1)]
        self.ledger.append(stream, after, entries, notices)

    def _checked(self, event: Any) -> Written:
        written = self.registry.write(event)
        check_fields(type(event), {**written.data, **(written.part or {})})
        return written

    def _check_same(self, command: Command[O], earlier: Answer) -> None:
        """A move must be the move that was stored; any other order must lead, where it led then, to the same events."""
        entries = self.reader.past(command.stream).entries[earlier.first - 1 : earlier.last]
        then = self.folder.at(command.stream, earlier.first - 1)
        kept, asked = entries[0].envelope.move, self.decider.evidence(then, command.order).get(0)
        if kept != asked or (asked is None and not self._leads_to(command, then, [entry.event for entry in entries])):
            raise KeyReused("this key was used for something else", cause=command.cause)

    def _leads_to(self, command: Command[O], then: S, stored: Sequence[Any]) -> bool:
        try:
            decided = self.decider.decide(then, command.order)
        except (Refused, NotFound):
            return False
        return self.decider.same(stored, decided)
