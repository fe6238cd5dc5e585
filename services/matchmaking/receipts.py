"""Receipts for numbers that were shown: with one, nobody can leave the number out of the record later."""

from typing import Any

from shared.ledger.handler import Handler
from shared.web.signing import receipt_for


def receipt(handler: Handler[Any, Any], stream: str, by: str, type_: str) -> dict[str, Any] | None:
    """For the newest event of that type by that player, as it is stored; None where there is none."""
    entries = reversed(handler.reader.past(stream).entries)
    found = next((one.envelope for one in entries if one.envelope.type == type_ and one.envelope.by == by), None)
    return found and receipt_for(stream, found.version, found.digest, by, type_, found.data)
