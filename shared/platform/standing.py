"""Which moves of a match stand, and which were taken back."""

from collections.abc import Iterable, Sequence

from shared.ledger.past import Entry
from shared.platform.match.events import TakenBack

Undone = Sequence[range]
"""Versions between the start of a turn and the event by which the match went back there."""


def undone(backs: Iterable[tuple[int, int]]) -> Undone:
    """`backs` are the turns to which the match went back, each with the version of the event that says so."""
    return [range(to + 1, version) for to, version in backs]


def is_undone(version: int, ranges: Undone) -> bool:
    return any(version in each for each in ranges)


def moves_that_stand(entries: Iterable[Entry]) -> list[Entry]:
    """The first event of each move that none of these entries takes back; they begin at version 1."""
    entries = list(entries)
    ranges = undone((entry.event.to, entry.version) for entry in entries if isinstance(entry.event, TakenBack))
    return [entry for entry in entries if entry.asked and not is_undone(entry.version, ranges)]
