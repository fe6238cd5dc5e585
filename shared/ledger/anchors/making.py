"""Makes anchors, one at a time, whoever asks."""

from collections.abc import Callable
from datetime import UTC, datetime

from shared.ledger.anchors.anchor import Anchor
from shared.ledger.anchors.folder import Anchors
from shared.ledger.anchors.heads import every_stream, heads_of, with_their_own
from shared.ledger.anchors.noted import Noted
from shared.ledger.archive import WholeLedger
from shared.ledger.envelope import stamp

Clock = Callable[[], datetime]


def now() -> datetime:
    return datetime.now(UTC)


class Maker:
    """If it is killed at any point, the next anchor holds what this one would have held."""

    def __init__(self, ledger: WholeLedger, anchors: Anchors, clock: Clock = now) -> None:
        self.ledger = ledger
        self.anchors = anchors
        self.noted = Noted(ledger.client)
        self.clock = clock

    @property
    def hour(self) -> str:
        """By the clock of this machine, which may be set back: then an hour comes twice, and an anchor with it."""
        return hour_of(stamp(self.clock()))

    def is_due(self) -> bool:
        newest = self.anchors.newest
        return newest is None or hour_of(newest.at) != self.hour

    def make_due(self, meanwhile: Callable[[], object] = lambda: None) -> Anchor | None:
        """What has changed since the last one, however long ago that was; None where there is nothing to do.

        Only who notes all changes asks for it. Raises Busy.
        """
        with self.anchors.alone():
            if not self.is_due():
                return None
            anchor = self._make(self.noted.take(), meanwhile)
            self.noted.done(begins=True)
            return anchor

    def make(self, *, every: bool = False) -> Anchor | None:
        """At once; `every` takes all streams there are, also archived ones. Raises Busy."""
        with self.anchors.alone():
            noted = self.noted.take()
            some = every_stream(self.ledger) if every else noted
            anchor = self._make(some, reads_archive=every or noted is not None)
            self.noted.done()
            return anchor

    def _make(
        self,
        noted: list[str] | None,
        meanwhile: Callable[[], object] = lambda: None,
        *,
        reads_archive: bool | None = None,
    ) -> Anchor | None:
        """Where nobody has noted what has changed, everything on the server counts, and what is archived does not."""
        streams = every_stream(self.ledger) if noted is None else with_their_own(noted)
        reads = noted is not None if reads_archive is None else reads_archive
        leaves = [*heads_of(self.ledger, streams, reads_archive=reads, meanwhile=meanwhile)]
        return self.anchors.put(stamp(self.clock()), leaves) if self.anchors.is_new(leaves) else None


def hour_of(at: str) -> str:
    """`2026-11-30T18`, of a moment as the ledger writes it."""
    return at[:13]
