"""Appends per second: real entries, one at a time, by one client, each on disk before its answer."""

import time
from itertools import count

from shared.ledger.envelope import Envelope
from shared.ledger.redis import open_ledger
from shared.ledger.store import Notice
from tests.bench.figure import Figure, rate, spread
from tests.bench.played import ID, played

SECONDS = 4.0


def figures(url: str) -> list[Figure]:
    taken = appends(url)
    return [
        Figure("appends, one client", rate(len(taken) / sum(taken))),
        Figure("an append", spread(taken)),
    ]


def appends(url: str) -> list[float]:
    """The seconds each append took, match after match, for as long as there is time."""
    ledger, stored = open_ledger(url), played().ledger.read(f"match:{ID}")
    types = [Envelope.from_bytes(entry.envelope).type for entry in stored]
    taken: list[float] = []
    for number in count():
        stream = f"match:{number:012}"
        notices = [Notice(stream, version, type_) for version, type_ in enumerate(types, 1)]
        for version, (entry, notice) in enumerate(zip(stored, notices, strict=True)):
            begun = time.perf_counter()
            ledger.append(stream, version, [entry], [notice])
            taken.append(time.perf_counter() - begun)
        if sum(taken) > SECONDS:
            break
    return taken
