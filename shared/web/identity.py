"""Who asks: the gateway signs it for half a minute, services refuse every request without it."""

import time
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

HEADER = "X-Urbanist-Identity"
LIFETIME = 30  # seconds, in both directions: the clocks of two machines, or of two moments, may differ


def sign(key: bytes, player: str) -> str:
    """`player` is `person:<id>`; the text goes into the header."""
    return _serializer(key).dumps({"player": player})


def player_of(key: bytes, signed: str) -> str | None:
    """Who the gateway says asks, None where the signature is not the gateway's or is too old."""
    try:
        said: Any
        said, at = _serializer(key).loads(signed, return_timestamp=True)
    except BadSignature:
        return None
    return str(said["player"]) if abs(time.time() - at.timestamp()) <= LIFETIME else None


def _serializer(key: bytes) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(key, salt="identity")
