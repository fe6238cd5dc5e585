"""What is signed: the bytes that a player's browser, a bot or the server puts its signature to.

Source: docs/ledger.md, "Signatures".
"""

from typing import Any

from shared.annotations import Json
from shared.ledger.canonical import canonical

MOVE = "urbanist-move-1"
ORDER = "urbanist-order-1"


def move_bytes(match: str, asked: Json, previous: str) -> bytes:
    """Of a move as it stands in the envelope; `previous` is the digest of the newest event that was seen."""
    return canonical([MOVE, match, asked["seat"], asked["turn"], previous, asked["move"]])


def order_bytes(match: str, type_: str, data: Json, previous: str) -> bytes:
    """Of any other order, by the first event that it leads to."""
    return canonical([ORDER, match, previous, type_, data])


def receipt_bytes(receipt: Json) -> bytes:
    """Of a receipt with all of its fields but the signature."""
    return canonical({name: value for name, value in receipt.items() if name != "signature"})


def signed(previous: str, signature: bytes) -> dict[str, Any]:
    """As it stands in the envelope."""
    return {"previous": previous, "signature": signature.hex()}
