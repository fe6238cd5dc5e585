"""Events folded per second: a whole match from events in memory, and from the stored bytes."""

from shared.ledger.fold import Folder
from shared.platform.streams import MATCH
from tests.bench.figure import Figure, per_second, rate
from tests.bench.played import ID, played

SECONDS = 3.0
STREAM = f"match:{ID}"


def figures() -> list[Figure]:
    return [
        Figure("events folded, from memory", rate(per_second(fold_events(), SECONDS))),
        Figure("events folded, from stored bytes", rate(per_second(fold_bytes, SECONDS))),
    ]


class fold_events:  # reads like a function: what it folds is decoded once
    def __init__(self) -> None:
        self.entries = played().matches.reader.past(STREAM).entries

    def __call__(self) -> int:
        match = MATCH.initial(ID)
        for entry in self.entries:
            match = MATCH.evolve(match, entry.event, entry.asked)
        assert match.is_over
        return match.version


def fold_bytes() -> int:
    """With a new folder: JSON, events and the chain of digests are read each time."""
    return Folder(played().matches.reader, MATCH).fold(STREAM).version
