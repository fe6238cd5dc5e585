"""Who a visitor is, as the signed cookie says: pages write it, sockets only read it."""

import hmac
import re
import secrets
from datetime import timedelta

from flask import Flask, session

from frontend.cookies import Cookies, is_under_old_name, name_of_cookie
from shared.ledger.ids import id_from

LASTS = timedelta(days=400)  # browsers keep no cookie for longer
ID = re.compile("[a-z0-9]{12}")


def keep_sessions(app: Flask, key: bytes) -> None:
    app.session_interface = Cookies()
    app.config.update(
        SECRET_KEY=hmac.digest(key, b"session cookie", "sha256"),
        SESSION_COOKIE_NAME=name_of_cookie(key),
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
    elif is_under_old_name():
        renew()
    return person


def renew() -> None:
    """Who acts keeps the cookie for as long again."""
    session.modified = True
