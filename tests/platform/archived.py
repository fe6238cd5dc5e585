"""Matches on a real server, and all that any reader can see of them."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from services.console.practice import in_ledger, play_out, practice
from shared.games.registry import GAMES
from shared.ledger.archive import WholeLedger, open_whole
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.redis import connect
from shared.platform.archiving import Archivist
from shared.platform.branches import branch_from, branched
from shared.platform.records.export import KINDS, export
from shared.platform.rows import STATUSES, ArchivedRows, Rows, by_status, for_all, of_player, row_of
from shared.platform.rows.lists import FOUND
from shared.platform.score import Count
from shared.platform.streams import Streams, cite
from tests.platform.test_rows import ADA, EVE, STORIES

PLAYED = "playedmatch1"
LATER = 10**10  # seconds since 1970: every match of a test is old then
BOTS = ("bot:any_move@1", "bot:any_move@1")


class Place:
    """A server and an archive, as one process sees them."""

    def __init__(self, url: str, folder: Path, accepts_loss: bool = False) -> None:
        self.ledger: WholeLedger = open_whole(url, folder, accepts_loss)
        self.client: Any = self.ledger.client
        self.rows = Rows(self.client, ArchivedRows(self.ledger.archive.database))
        self.archivist = Archivist(self.ledger, self.rows, 1, clock=lambda: LATER)

    def archive(self) -> int:
        moved = 0
        while (found := self.archivist.step()) is not None:
            moved += found
        return moved

    def close(self) -> None:
        self.client.close()
        self.ledger.archive.database.close()

    def tell(self, *statuses: str) -> list[str]:
        """Put a match of each status there, and one that was really played. Returns all ids."""
        streams = Streams(self.ledger)
        play(streams, PLAYED)
        ids = [PLAYED, *(self.tell_of(status) for status in statuses or STORIES)]
        self.tell_rows(ids)
        return sorted(ids)

    def tell_of(self, status: str, last: str = "x") -> str:
        """A match of this status, without its row. Returns its id."""
        told, id_ = STORIES[status]().streams.ledger, f"{status.replace('_', 'u')[:6]:x<11}{last}"
        for kind in KINDS:
            if entries := told.read(f"{kind}:r1s2t3u4v5w6"):
                self.ledger.put_away(f"{kind}:{id_}", renamed(f"{kind}:{id_}", entries))
        return id_

    def tell_rows(self, ids: list[str]) -> None:
        for id_ in ids:
            row = row_of(Streams(self.ledger), id_)
            assert row
            self.rows.put(row)

    def dumps(self) -> dict[bytes, Any]:
        """A copy of all that is on the server."""
        return {key: self.client.dump(key) for key in self.client.keys("*")}

    def seen(self, ids: list[str]) -> dict[str, Any]:
        """What every reader sees, from new folds."""
        return {**self.records(ids), **self.lists()}

    def records(self, ids: list[str]) -> dict[str, Any]:
        streams = Streams(self.ledger)
        found: dict[str, Any] = {kind: self.ledger.ids(kind) for kind in KINDS}
        for id_ in ids:
            found[id_] = export(self.ledger, id_), row_of(streams, id_)
            for stream in (f"{kind}:{id_}" for kind in KINDS):
                last = self.ledger.last(stream)
                tails = sorted({0, 1, max(0, last - 1), last, last + 1})
                found[stream] = last, [self.ledger.read(stream, after) for after in tails]
        branch = branch_from(streams, PLAYED, 9, afresh=True)
        return {**found, "branch": (branch, branched(streams, branch).moves)}

    def lists(self) -> dict[str, Any]:
        rows = self.rows
        indices = [*map(by_status, STATUSES), *map(for_all, FOUND), *map(of_player, (ADA, EVE))]
        found: dict[str, Any] = {index: [rows._rows(index, 2, start) for start in range(9)] for index in indices}
        found |= {f"all of {index}": rows._rows(index, -1, 1) for index in indices}
        return {**found, "counts": rows.counts(indices)}


def restore(url: str, dumps: dict[bytes, Any]) -> None:
    """Put such a copy in place of all that is on the server."""
    with closing(connect(url)) as client:
        client.flushall()
        for key, dump in dumps.items():
            if dump:
                client.restore(key, 0, dump)


def renamed(stream: str, entries: Sequence[Stored]) -> list[Stored]:
    """The same events in another stream, with the digests that they have there."""
    found, previous = list[Stored](), None
    for entry in entries:
        envelope = replace(Envelope.from_bytes(entry.envelope), stream=stream, previous=previous).with_digest()
        found.append(Stored(envelope.to_bytes(), entry.sealed))
        previous = envelope.digest
    return found


@contextmanager
def place(url: str, folder: Path, accepts_loss: bool = False) -> Iterator[Place]:
    found = Place(url, folder, accepts_loss)
    try:
        yield found
    finally:
        found.close()


def play(streams: Streams, id_: str) -> None:
    game = GAMES["quadropolis"]
    match, _ = play_out(practice(game, BOTS, game.options(), "5e" * 32), in_ledger(streams, id_))
    count = Count(match=cite(streams.match(id_)), result=match.rules.result(match.state))
    streams.scores.handle(Message(stream=f"score:{id_}", by="service:test", cause="count", command=count))
