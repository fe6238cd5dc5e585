"""Which moves of a match stand, and which were taken back."""

from collections.abc import Iterable, Sequence

from shared.evidence import Asked
from shared.ledger.past import Entry
from shared.platform.match.events import TakenBack

Undone = Sequence[range]
"""Versions between the start of a turn and the event by which the match went back there."""


def undone(backs: Iterable[tuple[int, int]]) -> Undone:
    """`backs` are the turns to which the match went back, each with the version of the event that says so."""
    return [range(to + 1, version) for to, version in backs]


def is_undone(version: int, ranges: Undone) -> bool:
    return any(version in each for each in ranges)


def moves_that_stand(entries: Sequence[Entry]) -> dict[int, Asked]:
    """The moves that none of these entries takes back, by the version of the first event of each."""
    ranges = undone((entry.event.to, entry.version) for entry in entries if isinstance(entry.event, TakenBack))
    return {entry.version: entry.asked for entry in entries if entry.asked and not is_undone(entry.version, ranges)}
