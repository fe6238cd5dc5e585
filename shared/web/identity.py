"""Who asks: the gateway's signature says it and lasts half a minute; services refuse every request without one."""

import time
from functools import lru_cache
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

HEADER = "X-Urbanist-Identity"
LIFETIME = 30  # seconds, in both directions: the clocks of two machines, or of two moments, may differ
USED = 10  # seconds for which a signature is used again; it then holds for twenty more
REMEMBERED = 1024  # signatures: a page asks several things at once, and its player moves again soon


def sign(key: bytes, player: str) -> str:
    """The text for the header; `player` is `person:<id>`, or `operator:<id>` where that person acts as an operator."""
    return _signed(key, player, int(time.time()) // USED)


def player_of(key: bytes, signed: str) -> str | None:
    """Who asks, as the gateway says; None if the signature isn't the gateway's or is too old."""
    try:
        player, at = _verified(key, signed)
    except BadSignature:
        return None
    return player if abs(time.time() - at) <= LIFETIME else None


@lru_cache(REMEMBERED)
def _signed(key: bytes, player: str, period: int) -> str:
    """The same for a whole `period`: to sign and to check again takes a twentieth of what a move costs."""
    return _serializer(key).dumps({"player": player})


@lru_cache(REMEMBERED)
def _verified(key: bytes, signed: str) -> tuple[str, float]:
    """The player and the time. Raises BadSignature, which is not remembered."""
    said: Any
    said, at = _serializer(key).loads(signed, return_timestamp=True)
    return str(said["player"]), at.timestamp()


@lru_cache
def _serializer(key: bytes) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(key, salt="identity")
