"""Holds anchors to each other, to their leaves, and to the ledger: whatever was rewritten or taken away is named."""

from collections import defaultdict
from collections.abc import Callable, Iterator

from shared.errors import Broken, Malformed, UrbanistError
from shared.language import worded
from shared.ledger.anchors.anchor import Anchor, Leaf
from shared.ledger.anchors.folder import Anchors
from shared.ledger.anchors.stamped import wrong_with_token
from shared.ledger.anchors.tree import levels_of, root_of
from shared.ledger.envelope import Envelope
from shared.ledger.store import Ledger
from shared.marked import marked

Heads = dict[str, dict[int, tuple[str, int]]]  # by stream and version: the digest, and the first anchor that names it

GAP = marked("anchor {number} is missing: another one follows it")
UNREAD = marked("anchor {number} can't be read: {why}")
OTHER_NUMBER = marked("anchor {number} calls itself {said}")
OTHER_PAST = marked("anchor {number} names another one before it than anchor {before}, as that one is now")
OTHER_ROOT = marked("anchor {number} has another root than its leaves")
OTHER_TOKEN = marked("the time stamp of anchor {number} is not of this anchor: {why}")
GONE = marked("{stream} was at version {version} in anchor {number}, and the ledger ends at {last}")
REWRITTEN = marked("{stream} version {version} is not the event that anchor {number} names: it was rewritten since")
DAMAGED = marked("{stream} can't be read: {why}")


def check_all(
    ledger: Ledger, anchors: Anchors, meanwhile: Callable[[int, int], object] = lambda done, of: None
) -> Iterator[str]:
    """A sentence for each thing that is wrong, in the language that is spoken.

    Archived streams are read like all others.
    """
    heads: Heads = defaultdict(dict)
    yield from check_chain(anchors, heads)
    for number, stream in enumerate(sorted(heads)):
        meanwhile(number, len(heads))
        yield from _wrong_in(ledger, stream, heads[stream])


def check_chain(anchors: Anchors, heads: Heads) -> Iterator[str]:
    """Fills `heads` with what the anchors name."""
    before: Anchor | None = None
    there = anchors.numbers
    for number in range(1, max(there, default=0) + 1):
        if number not in there:
            yield worded(GAP, {"number": number})
            before = None
            continue
        try:
            anchor, leaves = anchors.of(number), anchors.lines(number)
            named = [Leaf.from_bytes(line) for line in leaves]
        except (Broken, Malformed) as error:
            yield _said(error) if isinstance(error, Broken) else worded(UNREAD, {"number": number, "why": _said(error)})
            before = None
            continue
        yield from _wrong_with(anchors, number, anchor, before, leaves)
        for leaf in named:
            heads[leaf.stream].setdefault(leaf.version, (leaf.digest, number))
        before = anchor


def _wrong_with(
    anchors: Anchors, number: int, anchor: Anchor, before: Anchor | None, leaves: list[bytes]
) -> Iterator[str]:
    if anchor.number != number:
        yield worded(OTHER_NUMBER, {"number": number, "said": anchor.number})
    if (before or number == 1) and anchor.previous != (before.digest if before else None):
        yield worded(OTHER_PAST, {"number": number, "before": number - 1})
    is_whole = leaves and leaves == sorted(set(leaves)) and anchor.count == len(leaves)
    if not is_whole or anchor.root != root_of(levels_of(leaves)).hex():
        yield worded(OTHER_ROOT, {"number": number})
    if (token := anchors.token(number)) and (why := wrong_with_token(token, anchor.digest)):
        yield worded(OTHER_TOKEN, {"number": number, "why": why})


def _wrong_in(ledger: Ledger, stream: str, heads: dict[int, tuple[str, int]]) -> Iterator[str]:
    try:
        entries = ledger.read(stream)
        for version, (digest, number) in sorted(heads.items()):
            if version > len(entries):
                yield worded(GONE, {"stream": stream, "version": version, "number": number, "last": len(entries)})
            elif Envelope.from_bytes(entries[version - 1].envelope).with_digest().digest != digest:
                yield worded(REWRITTEN, {"stream": stream, "version": version, "number": number})
    except (UrbanistError, ValueError) as error:
        yield worded(DAMAGED, {"stream": stream, "why": _said(error)})


def _said(error: Exception) -> str:
    return worded(error.template, error.values) if isinstance(error, UrbanistError) else str(error)
