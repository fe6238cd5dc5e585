"""Who asks: the gateway's signature says it and lasts half a minute; services refuse every request without one."""

import time
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

HEADER = "X-Urbanist-Identity"
LIFETIME = 30  # seconds, in both directions: the clocks of two machines, or of two moments, may differ


def sign(key: bytes, player: str) -> str:
    """The text for the header; `player` is `person:<id>`."""
    return _serializer(key).dumps({"player": player})


def player_of(key: bytes, signed: str) -> str | None:
    """Who asks, as the gateway says; None if the signature isn't the gateway's or is too old."""
    try:
        said: Any
        said, at = _serializer(key).loads(signed, return_timestamp=True)
    except BadSignature:
        return None
    return str(said["player"]) if abs(time.time() - at.timestamp()) <= LIFETIME else None


def _serializer(key: bytes) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(key, salt="identity")
