"""The same match rebuilt by the `eventsourcing` library: its repository reads, decodes and mutates as many events.

Its events carry the same fields, and its aggregate holds the same state, made by the same rules. They lie in its memory
store, so nothing of a database is in the figure.
"""

from functools import cache
from statistics import median
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from shared.platform.streams import MATCH, REGISTRY
from tests.bench.figure import Figure, per_second, rate
from tests.bench.folding import STREAM, fold_bytes
from tests.bench.played import ID, played

TURN, TURNS = 0.5, 7  # seconds


class Board(Aggregate):
    @event("Opened")
    def __init__(self, name: str) -> None:
        self.match = MATCH.initial(name)

    @event("Happened")
    def happen(self, type_: str, data: dict[str, Any], move: dict[str, Any] | None) -> None:
        happened = REGISTRY.read(type_, REGISTRY.schema(type_), data)
        self.match = MATCH.evolve(self.match, happened, None)


class Boards(Application[UUID]):
    is_snapshotting_enabled = False


@cache
def boards() -> tuple[Boards, UUID]:
    """The match that our own fold takes, event by event."""
    board, found = Board(ID), Boards()
    for entry in played().matches.reader.past(STREAM).entries:
        written = REGISTRY.write(entry.event)
        board.happen(written.type, {**written.data, **(written.part or {})}, entry.envelope.move)
    found.save(board)
    return found, board.id


def rebuild() -> int:
    found, id_ = boards()
    board: Any = found.repository.get(id_)
    return int(board.version) - 1  # its first event is not one of the match


def figures() -> list[Figure]:
    """In short turns, so that both run under the same load."""
    both = [(per_second(fold_bytes, TURN), per_second(rebuild, TURN)) for _ in range(TURNS)]
    ours, theirs = (median(rates) for rates in zip(*both, strict=True))
    return [
        Figure("the same match rebuilt by eventsourcing", rate(theirs)),
        Figure("ours from stored bytes beside it", f"{ours / theirs:.1f} times as many"),
    ]
