"""A match's log: what everybody may know of each event, read once and then only from where it stopped."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from threading import Lock
from typing import Any

from shared.annotations import Json, is_aside
from shared.errors import Broken
from shared.ledger.fold import Folded
from shared.ledger.handler import Handler
from shared.ledger.past import Entry
from shared.platform.standing import is_undone, undone

KEPT = 256  # logs
TAIL = 3072  # bytes of the newest events that a part carries along: what two moves lead to; pages fetch what lacks
UNTOLD = {"match.drawn"}  # their data is long, and nobody reads it in a log
TAKEN_BACK = "match.taken_back"
ENDS = {"match.ended", "match.aborted", "match.adjudicated"}
BEGINS = {"match.turn_started", TAKEN_BACK}  # what belongs to the turn that comes
STEPS = {"match.turn_started", "match.seat_resigned", *ENDS}  # where a replay stops


@dataclass(frozen=True, slots=True)
class Line:
    """One event: `seat` is whom it is about, `by` who caused it.

    `is_move` marks the first event of a move that answers a turn, `is_aside` that of one after which the turn goes on.
    """

    version: int
    at: str
    type: str
    seat: int | None
    by: str
    data: Json
    is_move: bool
    is_aside: bool = False


@dataclass(frozen=True, slots=True)
class Log:
    """The lines of a match; `digest` is that of the last event, `tail` the newest envelopes as they are stored."""

    lines: tuple[Line, ...]
    digest: str | None
    tail: tuple[bytes, ...] = ()

    @property
    def steps(self) -> list[int]:
        return [line.version for line in self.lines if line.type in STEPS]

    @property
    def turns(self) -> list[int]:
        """By version, from 1: which turn of the match it belongs to. 0 before the first one.

        Turns are counted by moves that stand at that version: where the match goes back, so does the count.
        """
        made, found = 0, list[int]()
        for line in self.lines:
            if line.type == TAKEN_BACK and 1 <= line.data["to"] <= len(found):
                made = found[line.data["to"] - 1] - 1
            made += line.is_move
            found.append(made + (line.is_aside or line.type in BEGINS))
        return found

    @property
    def undone(self) -> set[int]:
        """The versions of all that was taken back: moves and what they led to, not what people said or who left."""
        ranges = undone((line.data["to"], line.version) for line in self.lines if line.type == TAKEN_BACK)
        return {line.version for line in self.lines if of_a_move(line) and is_undone(line.version, ranges)}


def of_a_move(line: Line) -> bool:
    """Whether a move led to it in the game, or it says who made the move."""
    return not line.type.startswith("match.") or line.type == "match.stood_in"


NOTHING = Log((), None)


class Logs:
    """Logs by stream. Safe for threads."""

    def __init__(self, matches: Handler[Any, Any]) -> None:
        self.matches = matches
        self._kept: OrderedDict[str, Log] = OrderedDict()
        self._lock = Lock()

    def of(self, folded: Folded[Any]) -> Log:
        """The log up to the version of `folded`."""
        with self._lock:
            known = self._kept.get(folded.stream)
        if known is None or known.digest != folded.digest:
            known = self._keep(folded.stream, self._read(folded, known))
        return known

    def _read(self, folded: Folded[Any], known: Log | None) -> Log:
        if known and len(known.lines) < folded.version:
            with suppress(Broken):  # the ledger has another past now: a backup came back
                return self._further(folded, known)
        return self._further(folded, NOTHING)

    def _further(self, folded: Folded[Any], known: Log) -> Log:
        after = len(known.lines)
        stored = self.matches.ledger.read(folded.stream, after)[: folded.version - after]
        entries = self.matches.reader.entries(folded.stream, stored, after, known.digest)
        tail = newest((*known.tail, *(entry.envelope for entry in stored)))
        return Log((*known.lines, *map(self._line, entries)), folded.digest, tail)

    def _line(self, entry: Entry) -> Line:
        envelope = entry.envelope
        data = {} if envelope.type in UNTOLD else self.matches.registry.public(entry.event)
        return Line(
            version=entry.version,
            at=envelope.at,
            type=envelope.type,
            seat=seat_in(data),
            by=envelope.by,
            data=data,
            is_move=envelope.move is not None and not is_aside(entry.event),
            is_aside=is_aside(entry.event),
        )

    def _keep(self, stream: str, log: Log) -> Log:
        with self._lock:
            self._kept[stream] = log
            self._kept.move_to_end(stream)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return log


def newest(envelopes: Sequence[bytes]) -> tuple[bytes, ...]:
    """The last envelopes, as many as fit into a tail."""
    sizes = list(accumulate(len(envelope) for envelope in reversed(envelopes)))
    return tuple(envelopes[len(envelopes) - bisect_right(sizes, TAIL) :])


def seat_in(data: Mapping[str, Any]) -> int | None:
    found = data.get("seat")
    return found if type(found) is int else None
