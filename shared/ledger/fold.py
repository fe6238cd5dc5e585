"""States from streams: folded once and kept, so that only the tail is read again."""

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, NamedTuple

from shared.errors import NotFound
from shared.ledger.codec import Unknown
from shared.ledger.decider import Command, Decider, State
from shared.ledger.envelope import Stored
from shared.ledger.past import Entry, Reader, broken
from shared.ledger.store import id_in

KEPT = 512  # folded states


class Archived(NotFound):
    """The stream ended long ago and its entries were moved to an archive."""


class Answer(NamedTuple):
    """The first and the last version that a command led to; where it led to nothing, the first is above the last."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded(Generic[State]):
    """A stream after `version` events. The state stops before `unknown`, the first event that is not known here."""

    stream: str
    state: State
    version: int = 0
    digest: str | None = None
    began: str = ""  # the time of version 1
    at: str = ""  # of the last one
    latest: Mapping[str, str] = field(default_factory=dict)  # of the last event by each author
    last_of: Mapping[str, str] = field(default_factory=dict)  # of the last event of each type
    answers: Mapping[tuple[str, str], Answer] = field(default_factory=dict)
    unknown: Unknown | None = None
    last: Stored | None = None  # as it was stored: while it is still there, the ledger has the same past


class Folder(Generic[State, Command]):
    """Folds streams with a decider. Safe for threads."""

    def __init__(self, reader: Reader, decider: Decider[State, Command], kept: int = KEPT) -> None:
        self.reader = reader
        self.decider = decider
        self._kept: OrderedDict[str, Folded[State]] = OrderedDict()
        self._size = kept
        self._lock = Lock()

    def fold(self, stream: str) -> Folded[State]:
        """The same as a full fold, by law."""
        known = self.kept(stream)
        folded = (known and self._further(known)) or self._whole(stream)
        if folded.version:
            self.keep(folded)
        return folded

    def kept(self, stream: str) -> Folded[State] | None:
        """The last fold made here. The ledger is not asked, so the stream may have grown since."""
        with self._lock:
            return self._kept.get(stream)

    def nothing(self, stream: str) -> Folded[State]:
        """The fold before version 1."""
        return Folded(stream=stream, state=self.decider.initial(id_in(stream)))

    def keep(self, folded: Folded[State]) -> None:
        """The next fold of this stream starts from this one."""
        with self._lock:
            self._kept[folded.stream] = folded
            self._kept.move_to_end(folded.stream)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def at(self, stream: str, version: int) -> State:
        """The state after `version` events, folded from the start."""
        return self.after(self.nothing(stream), self.reader.ledger.read(stream)[:version]).state

    def at_each(self, stream: str, versions: Collection[int]) -> dict[int, State]:
        """The states at many versions, from one fold."""
        known, stored, found = self.nothing(stream), self.reader.ledger.read(stream), dict[int, State]()
        for version in sorted(versions):
            known = self.after(known, stored[known.version : version])
            found[version] = known.state
        return found

    def _further(self, known: Folded[State]) -> Folded[State] | None:
        """None where the ledger has another past now (a restored backup): the last entry is read with the tail."""
        stored = self.reader.ledger.read(known.stream, known.version - 1)
        return self.after(known, stored[1:]) if stored and stored[0] == known.last else None

    def _whole(self, stream: str) -> Folded[State]:
        stored = self.reader.ledger.read(stream)
        if not stored and self.reader.ledger.last(stream):
            stored = self.reader.ledger.read(stream)  # it may have started between the two reads
            if not stored:
                raise Archived("{stream} is in the archive", stream=stream)
        return self.after(self.nothing(stream), stored)

    def after(self, known: Folded[State], stored: Sequence[Stored]) -> Folded[State]:
        """The fold with these entries added. Raises Broken where they do not follow it or can't be folded.

        Entry by entry: were all of them held, the garbage collector would walk through them again and again.
        """
        if not stored:
            return known
        state, unknown, began, at = known.state, known.unknown, known.began, known.at
        latest, last_of, answers = dict(known.latest), dict(known.last_of), dict(known.answers)
        for entry in self.reader.entries(known.stream, stored, known.version, known.digest):
            if isinstance(entry.event, Unknown):
                unknown = unknown or entry.event
            if not unknown or self.decider.reads_unknown:
                state = self._evolved(known.stream, state, entry)
            envelope = entry.envelope
            began, at = began or envelope.at, max(at, envelope.at)
            latest[envelope.by] = last_of[envelope.type] = envelope.at
            _note(answers, entry)
        return Folded(
            stream=known.stream,
            state=state,
            version=entry.version,
            digest=envelope.digest,
            began=began,
            at=at,
            latest=latest,
            last_of=last_of,
            answers=answers,
            unknown=unknown,
            last=stored[-1],
        )

    def _evolved(self, stream: str, state: State, entry: Entry) -> State:
        """One broken record must not stop a reader of many, so whatever a fold raises becomes Broken."""
        try:
            state = self.decider.at(state, entry.envelope.at)
            return self.decider.evolve(state, entry.event, entry.asked)
        except Exception as error:
            if not self.decider.reads_unknown:
                raise broken(stream, entry.version) from error
            return self.decider.evolve(state, Unknown(entry.envelope.type, 0, {}), None)


def _note(answers: dict[tuple[str, str], Answer], entry: Entry) -> None:
    """The events of one command stand together and share its key and its sender."""
    command = (entry.envelope.by, entry.envelope.cause)
    first = answers[command].first if command in answers else entry.version
    answers[command] = Answer(first, entry.version)
