"""Where two versions of the same events differ: stream, version and field, as precisely as possible."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from shared.ledger.codec import Registry
from shared.ledger.past import Entry

LONGEST = 120  # characters of a value in a sentence
Unlike = tuple[str, Any, Any]
"""A path, the value stored there and the value it would have now."""


class Difference(NamedTuple):
    """The first point where what is stored differs from what the rules say now.

    `kind` is the stream's: table, match, score or deal. `field` is a path as in `data.lines[0].parks`, rows counted
    from 0; `sealed.…` in the sealed part; `type` where another event, or none, stands there; `move` where the move is
    refused now, and `now` is the sentence of the refusal; `by` where somebody wrote it who may not. `stored` and `now`
    are JSON.
    """

    kind: str
    version: int
    field: str
    stored: Any
    now: Any

    def __str__(self) -> str:
        where = f"version {self.version}" if self.kind == "match" else f"{self.kind}, version {self.version}"
        return f"{where}, {self.detail}"

    @property
    def detail(self) -> str:
        """The sentence without the version."""
        return f"field {self.field}: stored {_short(self.stored)}, now {_short(self.now)}"


def events_unlike(kind: str, stored: Sequence[Entry], decided: Sequence[Any], registry: Registry) -> Difference | None:
    """Compares both in today's form, so that a new schema is no difference."""
    for index in range(max(len(stored), len(decided))):
        then = registry.write(stored[index].event) if index < len(stored) else None
        now = registry.write(decided[index]) if index < len(decided) else None
        if then is None or now is None or then.type != now.type:
            found: Unlike | None = ("type", then and then.type, now and now.type)
        else:
            found = unlike("data", then.data, now.data) or unlike("sealed", then.part, now.part)
        if found:
            return Difference(kind, stored[0].version + index, *found)
    return None


def unlike(path: str, stored: Any, now: Any) -> Unlike | None:
    """The innermost point where they first differ."""
    if type(stored) is type(now) is dict and stored.keys() == now.keys():
        inner = [(f"{path}.{name}", stored[name], now[name]) for name in stored]
    elif type(stored) is type(now) is list and len(stored) == len(now):
        inner = [(f"{path}[{index}]", *pair) for index, pair in enumerate(zip(stored, now, strict=True))]
    else:
        return None if stored == now else (path, stored, now)
    return next((found for one in inner if (found := unlike(*one))), None)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
