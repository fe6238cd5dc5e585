"""The token of a visitor's forms, as the pages' library signs it (flask_wtf.csrf), outside of any request."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from flask import Flask
from itsdangerous import URLSafeTimedSerializer

SECRET = "csrf_token"  # in the session
SALT = "wtf-csrf-token"


def signing(app: Flask, said: Mapping[str, Any]) -> Callable[[], str]:
    """Makes the token of a session when it is needed; an empty one for a visitor who was never shown a form."""
    secret, key = said.get(SECRET), app.secret_key
    return partial(_sign, key, secret) if isinstance(secret, str) and isinstance(key, bytes) else str


def _sign(key: bytes, secret: str) -> str:
    return str(_serializer(key).dumps(secret))


@lru_cache(8)
def _serializer(key: bytes) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(key, salt=SALT)
