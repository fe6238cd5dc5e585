"""Players who sign, as a program does that knows nothing but docs/ledger.md: with `cryptography` and canonical JSON."""

import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class Signer:
    """Whoever has the same `number` has the same key."""

    def __init__(self, number: int = 1) -> None:
        self.key = Ed25519PrivateKey.from_private_bytes(bytes([number] * 32))
        self.public = self.key.public_key().public_bytes_raw().hex()

    def sign(self, previous: str, said: Any) -> dict[str, str]:
        return {"previous": previous, "signature": self.key.sign(canonical(said)).hex()}

    def move(self, seen: Any, move: Any, **other: Any) -> dict[str, str]:
        """For what a program sees of a match; `other` is what it takes for something else."""
        match = {**{name: seen[name] for name in ("id", "seat", "turn", "previous")}, **other}
        said = ["urbanist-move-1", match["id"], match["seat"], match["turn"], match["previous"], move]
        return self.sign(match["previous"], said)

    def order(self, seen: Any, type_: str, **data: Any) -> dict[str, str]:
        previous = seen["previous"]
        return self.sign(previous, ["urbanist-order-1", seen["id"], previous, type_, data])


def check_receipt(receipt: Any) -> None:
    """Raises InvalidSignature."""
    said = {name: value for name, value in receipt.items() if name != "signature"}
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt["host_key"]))
    key.verify(bytes.fromhex(receipt["signature"]), canonical(said))
