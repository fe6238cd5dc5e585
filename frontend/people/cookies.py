"""The visitor's cookie: under a name of this instance, because browsers give a host's cookies to all of its ports.

What can't be read is somebody else's, or damaged: it is never overwritten and never deleted.
"""

import hmac
from typing import Any

from flask import Flask, Request, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer
from itsdangerous.exc import SignatureExpired

OLD = "urbanist"  # what every instance called its cookie before; read for those who still bring it, never written
SPARE = "-2"  # ends the name that is written where a cookie of our own name can't be read


def name_of_cookie(key: bytes) -> str:
    """As `urbanist-5f0c31aa`: it tells nothing of the key, and two instances have different ones."""
    return f"{OLD}-{hmac.digest(key, b'name of the cookie', 'sha256').hex()[:8]}"


class Patient(TimestampSigner):
    """What was signed before the clock was set back is from the future, and not too old."""

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        value, at = super().unsign(signed_value, return_timestamp=True)
        if max_age is not None and self.get_timestamp() - at.timestamp() > max_age:
            raise SignatureExpired("this cookie is too old", payload=value, date_signed=at)
        return (value, at) if return_timestamp else value


class Cookies(SecureCookieSessionInterface):
    """The cookie is for https alone wherever the page itself came that way."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        made = super().get_signing_serializer(app)
        if made is not None:
            made.signer = Patient
        return made

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        for name in names_read(app):
            if (found := self._read(app, request.cookies.get(name))) is not None:
                return self.session_class(found)
        return self.session_class()

    def get_cookie_name(self, app: Flask) -> str:
        """To write: the spare one where something unreadable has ours."""
        ours, spare, _ = names_read(app)
        brought = request.cookies.get(ours)
        return spare if brought and self._read(app, brought) is None else ours

    def _read(self, app: Flask, cookie: str | None) -> dict[str, Any] | None:
        """None where there is none, and where it isn't signed by this instance or is too old."""
        serializer = self.get_signing_serializer(app)
        if not cookie or serializer is None:
            return None
        try:
            said = serializer.loads(cookie, max_age=int(app.permanent_session_lifetime.total_seconds()))
        except BadSignature:
            return None
        return said if isinstance(said, dict) else None


def names_read(app: Flask) -> tuple[str, str, str]:
    """The first that can be read counts."""
    ours = str(app.config["SESSION_COOKIE_NAME"])
    return ours, ours + SPARE, OLD


def brings_cookie() -> bool:
    """Whether the visitor's browser keeps cookies of ours, readable or not."""
    return any(name in request.cookies for name in names_read(current_app))


def is_under_old_name() -> bool:
    """Whether what was read, if anything, was not read from where it is written."""
    ours, spare, _ = names_read(current_app)
    return ours not in request.cookies and spare not in request.cookies
