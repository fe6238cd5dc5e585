"""What was asked and answered in each phase of a run, and how long it took."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

NO_ANSWER = 0  # the status of a request that nobody answered
FINE = (101, 200, 201, 303)


@dataclass
class Phase:
    """`times` are seconds by what was asked: move, GET, open or socket. `moves` were acknowledged."""

    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[int] = field(default_factory=Counter)
    moves: int = 0

    @property
    def errors(self) -> Counter[int]:
        return Counter({status: count for status, count in self.statuses.items() if status not in FINE})

    def percentile(self, asked: str, hundredths: int) -> float | None:
        return percentile(self.times.get(asked, ()), hundredths)


@dataclass
class Tally:
    """The phases of a run: an answer counts in the phase in which it arrives."""

    warm_up: Phase = field(default_factory=Phase)
    measured: Phase = field(default_factory=Phase)
    closing: Phase = field(default_factory=Phase)
    acknowledged: defaultdict[str, dict[str, int | None]] = field(default_factory=lambda: defaultdict(dict))
    """By match and key, the version that the answer named; None where a page named none."""

    def __post_init__(self) -> None:
        self.now = self.warm_up

    def answered(self, asked: str, status: int, seconds: float) -> None:
        self.now.statuses[status] += 1
        if status in FINE:
            self.now.times[asked].append(seconds)

    def acknowledge(self, match: str, key: str, version: int | None) -> None:
        self.acknowledged[match][key] = version
        self.now.moves += 1

    @property
    def errors(self) -> Counter[int]:
        """In all phases."""
        return self.warm_up.errors + self.measured.errors + self.closing.errors


def percentile(values: Sequence[float], hundredths: int) -> float | None:
    """The smallest value that so many hundredths of all do not exceed; None where there are no values."""
    if not values:
        return None
    return sorted(values)[max(0, math.ceil(len(values) * hundredths / 100) - 1)]
