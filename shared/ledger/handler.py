"""Load, decide, append: nothing else changes a stream, and the same command twice changes it once.

Source: docs/ledger.md, "Commands".
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Generic, NamedTuple

from shared.annotations import Json
from shared.errors import Busy, Conflict, KeyReused, NotFound, Refused, Unavailable, UrbanistError
from shared.ledger.codec import Registry, Written
from shared.ledger.decider import Command, Decider, Message, State
from shared.ledger.envelope import stamp
from shared.ledger.fold import Answer, Folded, Folder
from shared.ledger.forms.check import check_fields, check_named
from shared.ledger.forms.quick import fits
from shared.ledger.past import Past, Reader
from shared.ledger.pen import Pen
from shared.ledger.store import Ledger, Notice

ATTEMPTS = 5


class Asked(NamedTuple, Generic[State, Command]):
    """A command that was allowed, with the state that it was decided on, its first event and the move beside that.

    `past` reads the stream up to there.
    """

    message: Message[Command]
    folded: Folded[State]
    first: Written
    move: Json | None
    past: Callable[[], Past]


Sign = Callable[[Asked[Any, Any]], Json | None]
"""Gives the signature that is stored beside a command, after it has checked the one that came with it."""


def utc_now() -> datetime:
    return datetime.now(UTC)


def fresh_salt() -> bytes:
    """16 random bytes, so that a sealed part can't be guessed."""
    return os.urandom(16)


def as_it_came(asked: Asked[Any, Any]) -> Json | None:
    """For ledgers without anybody who checks or gives signatures."""
    return asked.message.signed


class Handler(Generic[State, Command]):
    """Carries out commands on the streams of one decider."""

    def __init__(
        self,
        ledger: Ledger,
        registry: Registry,
        decider: Decider[State, Command],
        *,
        now: Callable[[], datetime] = utc_now,
        salt: Callable[[], bytes] = fresh_salt,
        sign: Sign = as_it_came,
    ) -> None:
        self.ledger = ledger
        self.registry = registry
        self.decider = decider
        self.reader = Reader(ledger, registry, bears_all=decider.reads_unknown)
        self.folder = Folder(self.reader, decider)
        self.now = now
        self.salt = salt
        self.sign = sign

    def load(self, stream: str) -> Folded[State]:
        return self.folder.fold(stream)

    def handle(self, message: Message[Command], seen: Folded[State] | None = None) -> Answer:
        """The versions that the command led to, now or when it first came.

        A caller that has just loaded the stream passes what it has `seen`: it is loaded again only if it has grown.

        Raises the decider's verdicts, KeyReused and ReadOnly; after several attempts Busy or Unavailable, and then the
        same message may be sent again.
        """
        check_named(message.stream, message.by, message.cause)
        lost: Conflict | Unavailable
        for _ in range(ATTEMPTS):
            try:
                return self._once(message, seen or self.load(message.stream))
            except (Conflict, Unavailable) as error:  # it may or may not have been stored: look again
                lost, seen = error, None
        if isinstance(lost, Unavailable):
            raise lost
        raise Busy("{stream} changes too fast: try again", stream=message.stream) from lost

    def attempt(self, message: Message[Command], known: Folded[State]) -> Answer | None:
        """Decides on what is `known`, which may be old, and appends without reading: the append checks it.

        None if the stream has gone on, the command is a repetition, is refused or leads to nothing, or if nobody knows
        whether it was stored. `handle` then gives the answer or the verdict.
        """
        if known.unknown or (message.by, message.cause) in known.answers:
            return None
        try:
            now = self.at_present(known)
            events = self.decider.decide(now.state, message.command)
            if events:
                self._append(message, now, events)
                return Answer(known.version + 1, known.version + len(events))
        except UrbanistError:  # a verdict on an old state is none
            pass
        return None

    def _once(self, message: Message[Command], folded: Folded[State]) -> Answer:
        if earlier := folded.answers.get((message.by, message.cause)):
            self._check_same(message, earlier)
            return earlier
        if folded.unknown and not self.decider.reads_unknown:
            raise folded.unknown.verdict
        now = self.at_present(folded)
        events = self.decider.decide(now.state, message.command)
        if events:
            self._append(message, now, events)
        return Answer(folded.version + 1, folded.version + len(events))

    def at_present(self, folded: Folded[State]) -> Folded[State]:
        """The same stream at the time at which the next events will have happened: never before its last one."""
        at = max(folded.at, stamp(self.now()))
        return replace(folded, at=at, state=self.decider.at(folded.state, at))

    def _append(self, message: Message[Command], folded: Folded[State], events: Sequence[Any]) -> None:
        """`folded` is at the time of these events."""
        stream, after = message.stream, folded.version
        written = [self._checked(event) for event in events]
        moves = self.decider.evidence(folded.state, message.command)
        past = partial(self.reader.past, stream)
        pen = Pen(
            stream=stream,
            by=message.by,
            cause=message.cause,
            at=folded.at,
            moves=moves,
            salt=self.salt,
            signed=self.sign(Asked(message, folded, written[0], moves.get(0), past)),
        )
        entries = pen.entries(after, folded.digest, written, self.decider.reveals(folded.state, events))
        called = self.decider.called(folded.state, events)
        notices = [Notice(stream, version, one.type, called) for version, one in enumerate(written, after + 1)]
        further = self.folder.after(folded, entries)  # from the bytes themselves, before they are stored for good
        self.ledger.append(stream, after, entries, notices, folded.last)
        self.folder.keep(further)

    def _checked(self, event: Any) -> Written:
        written = self.registry.write(event)
        values = {**written.data, **(written.part or {})}
        if not fits(type(event), values):
            check_fields(type(event), values)
        return written

    def _check_same(self, message: Message[Command], earlier: Answer) -> None:
        """A move must be the move that was stored; any other command must lead to the events that it led to then."""
        entries = self.reader.past(message.stream).entries[earlier.first - 1 : earlier.last]
        then = self.decider.at(self.folder.at(message.stream, earlier.first - 1), entries[0].envelope.at)
        kept, asked = entries[0].envelope.move, self.decider.evidence(then, message.command).get(0)
        if kept != asked or (asked is None and not self._leads_to(message, then, [entry.event for entry in entries])):
            raise KeyReused("this key was used for something else", cause=message.cause)

    def _leads_to(self, message: Message[Command], then: State, stored: Sequence[Any]) -> bool:
        try:
            decided = self.decider.decide(then, message.command)
        except (Refused, NotFound):
            return False
        return self.decider.same(stored, decided)
