"""The public keys that a match begins with: whoever has one signs their own orders.

Keys are points of the curve of Ed25519 (RFC 8032). Only those of prime order are taken: about their signatures all
verifiers agree, whether they multiply by the cofactor or not.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from shared.errors import NotAllowed

Point = tuple[int, int, int, int]  # extended coordinates: x = X/Z, y = Y/Z, xy = T/Z
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT = pow(2, (PRIME - 1) // 4, PRIME)  # of -1


class Keys(NamedTuple):
    """Ed25519 public keys as hex: the `host`'s own, and by seat those of its players. None for who has none."""

    host: str | None = None
    seats: tuple[str | None, ...] = ()

    def by_seat(self, count: int) -> tuple[str | None, ...]:
        return self.seats or (None,) * count


NO_KEYS = Keys()


def check_key(key: str) -> None:
    """Raises NotAllowed."""
    if not re.fullmatch("[0-9a-f]{64}", key) or not is_key(key):
        raise NotAllowed("key must be an Ed25519 public key: 64 lower-case hexadecimal digits")


@lru_cache(maxsize=1024)
def is_key(key: str) -> bool:
    """Whether these 64 lower-case hexadecimal digits are a public key that can be given."""
    point = _decoded(int.from_bytes(bytes.fromhex(key), "little"))
    if point is None or point[0] == 0:
        return False
    x, y, z, _ = _times(ORDER, point)
    return x == 0 and y == z


def _decoded(said: int) -> Point | None:
    sign, y = said >> 255, said & 2**255 - 1
    above, below = (y * y - 1) % PRIME, (CURVE * y * y + 1) % PRIME
    x = above * below**3 * pow(above * below**7, (PRIME - 5) // 8, PRIME) % PRIME
    if below * x * x % PRIME != above:
        x = x * ROOT % PRIME
    if y >= PRIME or below * x * x % PRIME != above:
        return None
    x = PRIME - x if x & 1 != sign else x
    return x, y, 1, x * y % PRIME


def _times(number: int, point: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    for bit in f"{number:b}":
        found = _plus(found, found)
        found = _plus(found, point) if bit == "1" else found
    return found


def _plus(one: Point, other: Point) -> Point:
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % PRIME, (y1 + x1) * (y2 + x2) % PRIME
    c, d = 2 * t1 * t2 * CURVE % PRIME, 2 * z1 * z2 % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME
