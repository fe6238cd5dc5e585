"""The signed cookie that says who a visitor is: pages write it, sockets only read it."""

import hmac
import re
import secrets
from datetime import timedelta
from typing import Any

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from itsdangerous.exc import SignatureExpired

from shared.ledger.ids import id_from

COOKIE = "urbanist"  # cookies ignore ports, so pages and sockets share it
LASTS = timedelta(days=400)  # browsers keep no cookie for longer
ID = re.compile("[a-z0-9]{12}")


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


def keep_sessions(app: Flask, key: bytes) -> None:
    app.session_interface = Cookies()
    app.config.update(
        SECRET_KEY=hmac.digest(key, b"session cookie", "sha256"),
        SESSION_COOKIE_NAME=COOKIE,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=LASTS,
    )


def new_id() -> str:
    """One that nobody can guess."""
    return id_from(secrets.token_bytes(32))


def known_person() -> str | None:
    """The visitor's id, None for who brings no cookie of ours."""
    found = session.get("person")
    return found if isinstance(found, str) and ID.fullmatch(found) else None


def visiting_person() -> str:
    """The visitor's id, a new one where there was none. It is nothing but a number until its holder acts."""
    if (person := known_person()) is None:
        session["person"] = person = new_id()
        session.permanent = True
    return person


def renew() -> None:
    """Who acts keeps the cookie for as long again."""
    session.modified = True
