"""Who asks: the gateway signs it for half a minute, services refuse every request without it."""

from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

HEADER = "X-Urbanist-Identity"
LIFETIME = 30  # seconds


def sign(key: bytes, player: str) -> str:
    """`player` is `person:<id>`; the text goes into the header."""
    return _serializer(key).dumps({"player": player})


def player_of(key: bytes, signed: str) -> str | None:
    """Who the gateway says asks, None where the signature is not the gateway's or is too old."""
    try:
        said: Any = _serializer(key).loads(signed, max_age=LIFETIME)
    except BadSignature:
        return None
    return str(said["player"])


def _serializer(key: bytes) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(key, salt="identity")
