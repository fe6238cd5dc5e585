"""Every acknowledged move is stored once, at the version that the answer named: none is lost, none doubled."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from shared.ledger.envelope import Envelope
from shared.ledger.past import Past


class Account(NamedTuple):
    """`unanswered` moves were stored although no answer came, which happens only when a run is broken off."""

    acknowledged: int = 0
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    unanswered: int = 0

    def __add__(self, other: object) -> "Account":
        assert isinstance(other, Account)
        return Account(*(one + more for one, more in zip(self, other, strict=True)))

    @property
    def is_right(self) -> bool:
        return not (self.lost or self.doubled or self.unanswered)


def account(past: Past, acknowledged: Mapping[str, int | None]) -> Account:
    """Of one match, whose bytes have been checked against their digests."""
    envelopes = [entry.envelope for entry in past.entries]
    assert [one.version for one in envelopes] == list(range(1, past.version + 1))
    moves = moves_of_people(envelopes)
    keys, turns = Counter(one.cause for one in moves), Counter((one.move or {})["turn"] for one in moves)
    last = {one.cause: one.version for one in envelopes if one.by.startswith("person:")}
    return Account(
        acknowledged=len(acknowledged),
        stored=len(moves),
        lost=sum(key not in keys or version not in (None, last[key]) for key, version in acknowledged.items()),
        doubled=max(repeated(keys), repeated(turns)),  # one seat answers each turn
        unanswered=len(keys.keys() - acknowledged.keys()),
    )


def repeated(counts: Counter[Any]) -> int:
    return counts.total() - len(counts)


def moves_of_people(envelopes: Sequence[Envelope]) -> list[Envelope]:
    return [one for one in envelopes if one.move and one.by.startswith("person:")]


def waits_for_bots(envelopes: Sequence[Envelope]) -> Iterator[tuple[datetime, float]]:
    """When a person moved, and the seconds until the bot that was called had answered, by the times in the ledger."""
    for one, other in pairwise(one for one in envelopes if one.move):
        if one.by.startswith("person:") and not other.by.startswith("person:"):
            moved = datetime.fromisoformat(one.at)
            yield moved, (datetime.fromisoformat(other.at) - moved).total_seconds()
