"""When rounds of a tournament began and ended, and when it was paused: its state knows no time."""

from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple

from shared.ledger.absences import Absences
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.store import Ledger

KEPT = 256  # tournaments


class Pause(NamedTuple):
    """`end` is None while it lasts."""

    begin: str
    end: str | None = None


@dataclass
class Moments:
    """Times as they stand in envelopes, of its start too. `paired`, `said` (the last word of a player about a result)
    and `ended` are by round.
    """

    version: int = 0
    last: Stored | None = None
    started: str | None = None
    paired: dict[int, str] = field(default_factory=dict)
    said: dict[int, str] = field(default_factory=dict)
    ended: dict[int, str] = field(default_factory=dict)
    pauses: list[Pause] = field(default_factory=list)

    def note(self, stored: Stored) -> None:
        envelope = Envelope.from_bytes(stored.envelope)
        match envelope.type:
            case "tournament.started":
                self.started = envelope.at
            case "tournament.round_paired":
                self.paired[envelope.data["round"]] = envelope.at
            case "tournament.result_entered":
                self.said[envelope.data["round"]] = envelope.at
            case "tournament.round_ended":
                self.ended[envelope.data["round"]] = envelope.at
            case "tournament.paused":
                self.pauses.append(Pause(envelope.at))
            case "tournament.resumed":
                self.pauses[-1] = self.pauses[-1]._replace(end=envelope.at)
        self.version, self.last = envelope.version, stored

    def worked(self, absences: Absences, since: str, what: str, margin: float = 0.0) -> float:
        """Seconds since then, without pauses, absences, and the margin after each of these."""
        stood = sum(self._stood(absences, pause, since, what) for pause in self.pauses)
        return max(0.0, absences.age(since, (what, self.version), margin) - stood)

    def _stood(self, absences: Absences, pause: Pause, since: str, what: str) -> float:
        if pause.end is not None and pause.end <= since:
            return 0.0
        since_its_end = absences.age(pause.end, (f"{what}:end", self.version)) if pause.end else 0.0
        return absences.age(max(pause.begin, since), (f"{what}:begin", self.version)) - since_its_end


class Times:
    """Reads only what is new. Safe for threads. Raises Unavailable."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._kept: dict[str, Moments] = {}
        self._lock = Lock()

    def of(self, id_: str) -> Moments:
        with self._lock:
            known = self._kept.pop(id_, None)
            found = (known and self._further(id_, known)) or self._whole(id_)
            self._kept[id_] = found
            while len(self._kept) > KEPT:
                self._kept.pop(next(iter(self._kept)))
            return found

    def _further(self, id_: str, known: Moments) -> Moments | None:
        """None where the ledger has another past now, as after a restored backup."""
        stored = self.ledger.read(f"tournament:{id_}", known.version - 1) if known.version else []
        return noted(known, stored[1:]) if stored and stored[0] == known.last else None

    def _whole(self, id_: str) -> Moments:
        return noted(Moments(), self.ledger.read(f"tournament:{id_}"))


def noted(moments: Moments, stored: list[Stored]) -> Moments:
    for entry in stored:
        moments.note(entry)
    return moments
