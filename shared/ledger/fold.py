"""States from streams: folded once, kept by stream, version and digest, and only the tail read again."""

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, NamedTuple

from shared.errors import NotFound
from shared.ledger.codec import Unknown
from shared.ledger.decider import C, Decider, S
from shared.ledger.envelope import Stored
from shared.ledger.past import Entry, Reader, broken
from shared.ledger.store import id_in

KEPT = 512  # folded states


class Archived(NotFound):
    """The stream ended long ago and its entries were taken away."""


class Answer(NamedTuple):
    """The first and the last version that a command led to; where it led to nothing, the first is above the last."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded(Generic[S]):
    """A stream after `version` events. `unknown` is the first that nobody here knows: the state stops before it."""

    stream: str
    state: S
    version: int = 0
    digest: str | None = None
    began: str = ""  # the time of version 1
    at: str = ""  # of the last one
    latest: Mapping[str, str] = field(default_factory=dict)  # of the last one by each who wrote here
    answers: Mapping[tuple[str, str], Answer] = field(default_factory=dict)
    unknown: Unknown | None = None
    last: Stored | None = None  # as it was stored: whether it still is says that the ledger is the same


class Folder(Generic[S, C]):
    """Folds streams with a decider. Safe for threads."""

    def __init__(self, reader: Reader, decider: Decider[S, C], kept: int = KEPT) -> None:
        self.reader = reader
        self.decider = decider
        self._kept: OrderedDict[str, Folded[S]] = OrderedDict()
        self._size = kept
        self._lock = Lock()

    def fold(self, stream: str) -> Folded[S]:
        """The same as a full fold, by law."""
        known = self.kept(stream)
        folded = (known and self._further(known)) or self._whole(stream)
        if folded.version:
            self.keep(folded)
        return folded

    def kept(self, stream: str) -> Folded[S] | None:
        """As it was when it was last folded here. Nothing is asked, so it may have gone on."""
        with self._lock:
            return self._kept.get(stream)

    def nothing(self, stream: str) -> Folded[S]:
        """Before version 1."""
        return Folded(stream=stream, state=self.decider.initial(id_in(stream)))

    def keep(self, folded: Folded[S]) -> None:
        """Whoever folds next begins there."""
        with self._lock:
            self._kept[folded.stream] = folded
            self._kept.move_to_end(folded.stream)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def at(self, stream: str, version: int) -> S:
        """The state after `version` events, folded from the start."""
        return self.after(self.nothing(stream), self.reader.ledger.read(stream)[:version]).state

    def at_each(self, stream: str, versions: Collection[int]) -> dict[int, S]:
        """The same for many versions, folded once."""
        known, stored, found = self.nothing(stream), self.reader.ledger.read(stream), dict[int, S]()
        for version in sorted(versions):
            known = self.after(known, stored[known.version : version])
            found[version] = known.state
        return found

    def _further(self, known: Folded[S]) -> Folded[S] | None:
        """None where the ledger has another past now (a backup came back): its last entry is read with the tail."""
        stored = self.reader.ledger.read(known.stream, known.version - 1)
        return self.after(known, stored[1:]) if stored and stored[0] == known.last else None

    def _whole(self, stream: str) -> Folded[S]:
        stored = self.reader.ledger.read(stream)
        if not stored and self.reader.ledger.last(stream):
            stored = self.reader.ledger.read(stream)  # it may have begun between the two looks
            if not stored:
                raise Archived("{stream} is in the archive", stream=stream)
        return self.after(self.nothing(stream), stored)

    def after(self, known: Folded[S], stored: Sequence[Stored]) -> Folded[S]:
        """The fold with these bytes behind it; Broken where they do not follow or can't be folded.

        Entry by entry: were all of them held, the garbage collector would walk through them again and again.
        """
        if not stored:
            return known
        state, unknown, began, at = known.state, known.unknown, known.began, known.at
        latest, answers = dict(known.latest), dict(known.answers)
        for entry in self.reader.entries(known.stream, stored, known.version, known.digest):
            if isinstance(entry.event, Unknown):
                unknown = unknown or entry.event
            if not unknown or self.decider.reads_unknown:
                state = self._evolved(known.stream, state, entry)
            envelope = entry.envelope
            began, at = began or envelope.at, max(at, envelope.at)
            latest[envelope.by] = envelope.at
            _note(answers, entry)
        return Folded(
            stream=known.stream,
            state=state,
            version=entry.version,
            digest=envelope.digest,
            began=began,
            at=at,
            latest=latest,
            answers=answers,
            unknown=unknown,
            last=stored[-1],
        )

    def _evolved(self, stream: str, state: S, entry: Entry) -> S:
        """One broken record must not stop who reads many, so whatever a fold raises becomes Broken."""
        try:
            return self.decider.evolve(state, entry.event, entry.asked)
        except Exception as error:
            if not self.decider.reads_unknown:
                raise broken(stream, entry.version) from error
            return self.decider.evolve(state, Unknown(entry.envelope.type, 0, {}), None)


def _note(answers: dict[tuple[str, str], Answer], entry: Entry) -> None:
    """The events of one command stand together, and have its key and who gave it."""
    command = (entry.envelope.by, entry.envelope.cause)
    first = answers[command].first if command in answers else entry.version
    answers[command] = Answer(first, entry.version)
