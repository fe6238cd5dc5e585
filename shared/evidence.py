"""What the ledger keeps beside an event: the move that led to it, and the proofs of what it reveals."""

from typing import Any, NamedTuple


class Asked(NamedTuple):
    """What a player asked for, as kept in the envelope's `move`: the evidence beside the events."""

    seat: int
    turn: int
    move: Any


class Reveal(NamedTuple):
    """Proof that `item` was drawn at `position`: SHA-256(salt ‖ ASCII `label:position:item`) is the public seal."""

    label: str
    position: int
    item: str
    salt: str
