"""The visitor's cookie: its name is this instance's own, because browsers send a host's cookies to all of its ports.

A cookie that can't be read is somebody else's or damaged: it is never overwritten and never deleted.
"""

import hmac
from typing import Any

from flask import Flask, Request, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer
from itsdangerous.exc import SignatureExpired

OLD = "urbanist"  # a name that all instances shared; still read, never written
SPARE = "-2"  # ends the name that is written if the cookie under our own name can't be read


def name_of_cookie(key: bytes) -> str:
    """Such as `urbanist-5f0c31aa`: it reveals nothing of the key, and two instances have different names."""
    return f"{OLD}-{hmac.digest(key, b'name of the cookie', 'sha256').hex()[:8]}"


class Patient(TimestampSigner):
    """Accepts signatures from the future, made before the clock was set back: they are not too old."""

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        value, at = super().unsign(signed_value, return_timestamp=True)
        if max_age is not None and self.get_timestamp() - at.timestamp() > max_age:
            raise SignatureExpired("this cookie is too old", payload=value, date_signed=at)
        return (value, at) if return_timestamp else value


class Cookies(SecureCookieSessionInterface):
    """The cookie is for https alone if the page came over https."""

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
        """The name to write: the spare one if an unreadable cookie has ours."""
        ours, spare, _ = names_read(app)
        brought = request.cookies.get(ours)
        return spare if brought and self._read(app, brought) is None else ours

    def _read(self, app: Flask, cookie: str | None) -> dict[str, Any] | None:
        """None if there is no cookie, or if it is too old or not signed by this instance."""
        serializer = self.get_signing_serializer(app)
        if not cookie or serializer is None:
            return None
        try:
            said = serializer.loads(cookie, max_age=int(app.permanent_session_lifetime.total_seconds()))
        except BadSignature:
            return None
        return said if isinstance(said, dict) else None


def names_read(app: Flask) -> tuple[str, str, str]:
    """The first one that can be read counts."""
    ours = str(app.config["SESSION_COOKIE_NAME"])
    return ours, ours + SPARE, OLD


def brings_cookie() -> bool:
    """Whether the visitor's browser keeps cookies of ours, readable or not."""
    return any(name in request.cookies for name in names_read(current_app))


def is_under_old_name() -> bool:
    """Whether the cookie, if any, does not have the name under which it is written."""
    ours, spare, _ = names_read(current_app)
    return ours not in request.cookies and spare not in request.cookies
