"""The last events of many streams, without reading the streams."""

import logging
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from shared.ledger.anchors.anchor import Leaf
from shared.ledger.archive import WholeLedger
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.store import id_in

OF_MATCH = ("table", "match", "score")
OTHERS = ("deal", "rating", "tournament")
TOGETHER = 500  # streams in one round trip

log = logging.getLogger(__name__)


def with_their_own(streams: Iterable[str]) -> list[str]:
    """The three streams of each match of which one is named, and all others as they are."""
    return sorted({one for stream in streams for one in _with_its_own(stream)})


def _with_its_own(stream: str) -> list[str]:
    kind, id_ = stream.partition(":")[0], id_in(stream)
    return [f"{one}:{id_}" for one in OF_MATCH] if kind in OF_MATCH else [stream]


def every_stream(ledger: WholeLedger) -> list[str]:
    return sorted(f"{kind}:{id_}" for kind in (*OF_MATCH, *OTHERS) for id_ in ledger.ids(kind))


def heads_of(
    ledger: WholeLedger,
    streams: Iterable[str],
    *,
    reads_archive: bool = True,
    meanwhile: Callable[[], object] = lambda: None,
) -> Iterator[Leaf]:
    """Of those that exist. `meanwhile` is called again and again."""
    waiting = iter(streams)
    while some := [*islice(waiting, TOGETHER)]:
        meanwhile()
        found = ledger.server.heads(some)
        for stream in some:
            head = found.get(stream)
            if head is None and reads_archive:
                head = next(reversed(ledger.archive.read_from_disk(stream)), None)
            if head and (leaf := _leaf(stream, head)):
                yield leaf


def _leaf(stream: str, head: Stored) -> Leaf | None:
    """None for a damaged event: `urbanist verify --all` names it."""
    try:
        envelope = Envelope.from_bytes(head.envelope)
    except ValueError as error:
        log.error("%s is in no anchor, because its last event can't be read: %s", stream, error)
        return None
    return Leaf(stream, envelope.version, envelope.digest)
