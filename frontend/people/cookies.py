"""The visitor's cookie: its name is this instance's own, because browsers send a host's cookies to all of its ports.

A cookie that can't be read is somebody else's or damaged: it is never overwritten and never deleted.
"""

import hmac
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer

OLD = "urbanist"  # a name that all instances shared; still read, never written
PROGRAMS = "/api/"
SPARE = "-2"  # ends the name that is written if the cookie under our own name can't be read
LONGEST_KNOWN = 1024  # bytes of a cookie that is remembered as signed by us; ours are shorter
CLOCK = TimestampSigner(b"")  # the one that dates cookies
RENEWED_AFTER = 86_400  # seconds: a cookie that was signed so recently is not written again


def name_of_cookie(key: bytes) -> str:
    """Such as `urbanist-5f0c31aa`: it reveals nothing of the key, and two instances have different names."""
    return f"{OLD}-{hmac.digest(key, b'name of the cookie', 'sha256').hex()[:8]}"


class Session(SecureCookieSession):
    age = 0  # seconds since its cookie was signed; negative if the clock was set back since


class Cookies(SecureCookieSessionInterface):
    """The cookie is for https alone if the page came over https."""

    session_class = Session

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        return serializer(app.secret_key, self) if isinstance(app.secret_key, bytes) else None

    def open_session(self, app: Flask, request: Request) -> Session | None:
        """None for programs that bring a token: whatever cookie comes along is neither read nor written."""
        return None if brings_token(request) else self.session_in(app, request.cookies)

    def session_in(self, app: Flask, cookies: Mapping[str, str]) -> Session:
        for name in names_read(app):
            if (found := self._read(app, cookies.get(name))) is not None:
                return found
        return Session()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """What has not changed costs nothing here."""
        if session.modified:
            super().save_session(app, session, response)
        elif session.accessed and "Cookie" not in response.headers.get("Vary", ""):
            response.vary.add("Cookie")

    def get_cookie_name(self, app: Flask) -> str:
        """The name to write: the spare one if an unreadable cookie has ours."""
        ours, spare, _ = names_read(app)
        brought = request.cookies.get(ours)
        return spare if brought and self._read(app, brought) is None else ours

    def _read(self, app: Flask, cookie: str | None) -> Session | None:
        """None if there is no cookie, or if it is too old or not signed by this instance."""
        made = self.get_signing_serializer(app)
        if not cookie or made is None:
            return None
        said, at = signed(made, cookie) if len(cookie) <= LONGEST_KNOWN else signed.__wrapped__(made, cookie)
        age = int(CLOCK.get_timestamp() - at)
        if not isinstance(said, dict) or age > app.permanent_session_lifetime.total_seconds():
            return None
        session = Session(said)
        session.age = age
        return session


@lru_cache(8)
def serializer(key: bytes, interface: SecureCookieSessionInterface) -> URLSafeTimedSerializer:
    options = {"key_derivation": interface.key_derivation, "digest_method": interface.digest_method}
    return URLSafeTimedSerializer(key, salt=interface.salt, serializer=interface.serializer, signer_kwargs=options)


@lru_cache(2048)
def signed(serializer: URLSafeTimedSerializer, cookie: str) -> tuple[Any, float]:
    """What a cookie says, and when that was signed; nothing if this instance did not sign it."""
    try:
        said, at = serializer.loads(cookie, return_timestamp=True)
    except BadSignature:
        return None, 0.0
    return said, at.timestamp()


def names_read(app: Flask) -> tuple[str, str, str]:
    """The first one that can be read counts."""
    ours = str(app.config["SESSION_COOKIE_NAME"])
    return ours, ours + SPARE, OLD


def brings_cookie() -> bool:
    """Whether the visitor's browser keeps cookies of ours, readable or not."""
    return any(name in request.cookies for name in names_read(current_app))


def brings_token(request: Request) -> bool:
    """Whether it says at the public door who acts (bearers.py)."""
    return is_for_programs(request) and "Authorization" in request.headers


def is_for_programs(request: Request) -> bool:
    """Whether it is for the public door. The page about that door is for people."""
    return request.path.startswith(PROGRAMS) and request.path != PROGRAMS


def is_to_be_renewed() -> bool:
    """Whether the visitor's cookie was signed so long ago that it is time to write it again."""
    return getattr(session, "age", 0) > RENEWED_AFTER


def is_under_old_name() -> bool:
    """Whether the cookie, if any, does not have the name under which it is written."""
    ours, spare, _ = names_read(current_app)
    return ours not in request.cookies and spare not in request.cookies
