"""Keyed draws: the same key and label give the same order on every machine, and anybody can recompute them.

Source: docs/ledger.md, "Fair draws". All luck of a match is one 32-byte key.
"""

import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from shared.annotations import sealed
from shared.evidence import Reveal

INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))  # the two pads of RFC 2104


class PublicDraw(NamedTuple):
    """What everybody knows of a draw from the start: the items in the game's order, and a seal for each position."""

    label: str
    items: tuple[str, ...]
    seals: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Every draw of the match. `orders`, in the same sequence: the item indices of each draw, by position."""

    draws: tuple[PublicDraw, ...]
    orders: tuple[tuple[int, ...], ...] = sealed()


@dataclass(frozen=True, slots=True)
class Draw:
    """An order of `items` given by the key: `order[position]` is the index of the item drawn at that position."""

    label: str
    items: tuple[str, ...]
    order: tuple[int, ...]
    seals: tuple[str, ...]

    @property
    def public(self) -> PublicDraw:
        return PublicDraw(self.label, self.items, self.seals)

    def at(self, position: int) -> str:
        return self.items[self.order[position]]

    def position_of(self, item: str) -> int:
        """Raises ValueError if the item is not part of the draw."""
        return self.order.index(self.items.index(item))


@dataclass(frozen=True, slots=True)
class Chance:
    """Luck that comes from a key alone. Different labels are independent."""

    key: bytes

    def draw(self, label: str, items: Sequence[str]) -> Draw:
        """Items are distinct ASCII strings; labels are `[a-z0-9_]+` and distinct within a match."""
        order = self.order(label, len(items))
        salts = self._digests([_salted(label, at) for at in range(len(items))])
        seals = tuple([seal(salts[at], label, at, items[index]) for at, index in enumerate(order)])
        return Draw(label, tuple(items), order, seals)

    def order(self, label: str, count: int) -> tuple[int, ...]:
        """The indices 0 … count-1, sorted by the bytes of HMAC-SHA256(key, `label:index`)."""
        ranks = self._digests([f"{label}:{index}" for index in range(count)])
        return tuple(sorted(range(count), key=ranks.__getitem__))

    def below(self, label: str, count: int) -> int:
        """A whole number from 0 to count-1; the bias of the remainder is under 2⁻²⁰⁰."""
        return int.from_bytes(hmac.digest(self.key, label.encode(), "sha256")) % count

    def salt(self, label: str, position: int) -> bytes:
        return hmac.digest(self.key, _salted(label, position).encode(), "sha256")

    def reveal(self, label: str, position: int, item: str) -> Reveal:
        return Reveal(label, position, item, self.salt(label, position).hex())

    def _digests(self, texts: Sequence[str]) -> list[bytes]:
        """HMAC-SHA256 of each text. What the key alone decides is computed once: that is two thirds of the work."""
        block = self.key.ljust(sha256().block_size, b"\0")
        inner, outer = sha256(block.translate(INNER)).copy, sha256(block.translate(OUTER)).copy
        found = []
        for text in texts:
            inside, outside = inner(), outer()
            inside.update(text.encode())
            outside.update(inside.digest())
            found.append(outside.digest())
        return found


@dataclass(frozen=True, slots=True)
class Continued(Chance):
    """Luck that goes on from another match: what was drawn there keeps its position, the rest comes from the key.

    `settled`: the indices at the first positions, by label.
    """

    settled: Mapping[str, tuple[int, ...]]

    def order(self, label: str, count: int) -> tuple[int, ...]:
        first = self.settled.get(label, ())
        return (*first, *(index for index in Chance.order(self, label, count) if index not in first))


def _salted(label: str, position: int) -> str:
    """What the salt of a position is made from."""
    return f"salt:{label}:{position}"


def seal(salt: bytes, label: str, position: int, item: str) -> str:
    return sha256(salt + f"{label}:{position}:{item}".encode()).hexdigest()


def commitment(seed: str) -> str:
    """SHA-256 of the seed's 32 raw bytes; seeds are stored as hex."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def nonce_hash(nonce: str) -> str:
    """SHA-256 of the nonce's 32 raw bytes; nonces are stored as hex."""
    return sha256(bytes.fromhex(nonce)).hexdigest()


def match_key(seed: str, named: str, nonces: Sequence[str | None]) -> bytes:
    """HMAC-SHA256(seed, canonical JSON of `[named, [nonce or null, by seat]]`); `named` is the table's id."""
    parts: list[Any] = [named, list(nonces)]
    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=False)
    return hmac.digest(bytes.fromhex(seed), text.encode(), "sha256")


def bot_key(key: bytes, seat: int, turn: int) -> bytes:
    """The luck of a bot: nobody can know it while the match runs, and anybody can run it again afterwards."""
    return hmac.digest(key, f"bot:{seat}:{turn}".encode(), "sha256")
