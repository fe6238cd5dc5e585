"""What a proof looks like that a match is in anchors: docs/ledger.md, "Anchors"."""

from typing import Any

PROVED = "Anchors, each with the versions of the match that it was the first to name, and their paths to its root."
TEXT, COUNT, HASH = {"type": "string"}, {"type": "integer"}, {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def fields(**found: Any) -> dict[str, Any]:
    return {"type": "object", "properties": found}


def each(found: Any) -> dict[str, Any]:
    return {"type": "array", "items": found}


PREVIOUS = {**HASH, "type": ["string", "null"]}
ANCHOR = fields(at=TEXT, count=COUNT, format=TEXT, number=COUNT, previous=PREVIOUS, root=HASH)
LEAF = fields(index=COUNT, leaf=each({"type": ["string", "integer"]}), path=each(HASH))
PROOF = fields(anchors=each(fields(anchor=ANCHOR, leaves=each(LEAF))), format=TEXT, id=TEXT)
