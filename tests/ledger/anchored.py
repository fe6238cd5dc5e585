"""A server with an archive and a folder of anchors, and streams in them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import fakeredis

from shared.ledger.anchors import Anchors, Maker
from shared.ledger.archive import Archive, WholeLedger
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.redis import RedisLedger, stream_key
from shared.ledger.store import Notice

ID, OTHER = "a1b2c3d4e5f6", "b1b2c3d4e5f6"
MATCH, TABLE = f"match:{ID}", f"table:{ID}"
BEGAN = datetime(2026, 11, 30, 17, 20, tzinfo=UTC)


class World:
    """`go_on` adds to streams, and tells whom the bus would tell."""

    def __init__(self, folder: Path) -> None:
        self.now = BEGAN
        self.client: Any = fakeredis.FakeRedis(protocol=2)
        self.archive = Archive(folder / "archive")
        self.ledger = WholeLedger(RedisLedger(self.client), self.archive)
        self.anchors = Anchors(folder / "anchors")
        self.maker = self.another()

    def another(self) -> Maker:
        """As in another process."""
        return Maker(self.ledger, Anchors(self.anchors.folder), lambda: self.now)

    def later(self, **more: float) -> None:
        self.now += timedelta(**more)

    def go_on(self, stream: str, events: int = 1, *, is_told: bool = True) -> None:
        before = self.ledger.read(stream)
        new = self.events(stream, len(before), events, before)
        notices = [Notice(stream, number, "match.went_on") for number in range(events)]
        self.ledger.append(stream, len(before), new, notices)
        if is_told:
            self.maker.noted.note(stream)

    def events(
        self, stream: str, after: int, count: int, before: Sequence[Stored] = (), word: str = ""
    ) -> list[Stored]:
        previous, found = Envelope.from_bytes(before[-1].envelope).digest if before else None, []
        for version in range(after + 1, after + count + 1):
            envelope = event(stream, version, previous, word, self.now)
            previous = envelope.digest
            found.append(Stored(envelope.to_bytes()))
        return found

    def rewrite(self, stream: str, word: str = "other") -> None:
        """As whoever runs the server may: a whole stream, with digests that fit."""
        count = self.ledger.last(stream)
        self.client.delete(stream_key(stream))
        self.ledger.put_away(stream, self.events(stream, 0, count, word=word))


def event(stream: str, version: int, previous: str | None, word: str, now: datetime) -> Envelope:
    return Envelope(
        stream=stream,
        version=version,
        type="match.went_on",
        schema=1,
        at=now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        by="person:ada",
        cause=f"cause-{version}",
        move=None,
        data={"word": word},
        reveals=(),
        seal=None,
        previous=previous,
    ).with_digest()
