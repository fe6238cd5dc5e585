"""Who a visitor is, as the signed cookie says: pages write it, sockets only read it.

`person` is who acts unless another of the visitor's people sits there, `persons` are all people that the visitor is in
this browser, `unused` says that `person` has never done anything, `all_brought` that all came by a personal link, and
`signed` holds the secrets of those with an account (claims.py).
"""

import hmac
import re
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from flask import Flask, g, session

from frontend.people.cookies import Cookies, is_to_be_renewed, is_under_old_name, name_of_cookie
from shared.errors import NotAllowed
from shared.ledger.ids import id_from

LASTS = timedelta(days=400)  # browsers keep no cookie for longer
ID = re.compile("[a-z0-9]{12}")
SIGNED = "signed"  # the secret of each person's session, which is kept on the server too
HERE = "browser"  # in the cookie: the push subscription that was made in this browser (ways.py)
MOST_HELD = 8  # people in one browser


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
    """An id that nobody can guess."""
    return id_from(secrets.token_bytes(32))


def known_person() -> str | None:
    """The visitor's id here, None without a cookie of ours."""
    acting: str | None = g.get("acting")
    return acting or person_in(session)


def person_in(said: Mapping[str, Any]) -> str | None:
    """Who acts according to a session. Where another of its people sits, that one acts instead (`acting.py`)."""
    found = said.get("person")
    return found if isinstance(found, str) and ID.fullmatch(found) else None


def held_persons() -> list[str]:
    """All people that the visitor is in this browser, in the order in which they came."""
    return held_in(session)


def held_in(said: Mapping[str, Any]) -> list[str]:
    found, current = said.get("persons"), person_in(said)
    if current is None:
        return []
    held = [each for each in found if isinstance(each, str) and ID.fullmatch(each)] if isinstance(found, list) else []
    return held if current in held else [current, *held]


def act_as(person: str) -> None:
    """Be one of the visitor's people for this request."""
    g.acting = person


def visiting_person() -> str:
    """The visitor's id, a new one if there is none. It is just a number until its holder acts."""
    if (person := known_person()) is None:
        session["person"] = person = new_id()
        session["unused"] = True
        session.permanent = True
    elif is_under_old_name():
        session.modified = True
    return person


def renew() -> None:
    """Whoever acts keeps the cookie for the whole time again; it is written once a day, not with every move."""
    if session.pop("unused", False):
        session.modified = g.acted = g.began = True
    elif is_to_be_renewed():
        session.modified = g.acted = True


def hold(person: str) -> None:
    """Be this person as well, from now on wherever none of the visitor's other people sits. Raises NotAllowed.

    A person who has never acted is given up.
    """
    check_room(person)
    held = _kept_here()
    session["persons"] = held if person in held else [*held, person]
    session["all_brought"] = session.get("all_brought", False) if held else True
    change_to(person)


def check_room(person: str) -> None:
    """Raises NotAllowed where no more people fit into the browser."""
    held = _kept_here()
    if person not in held and len(held) >= MOST_HELD:
        raise NotAllowed("this browser already holds {most} people: forget one first", most=MOST_HELD)


def _kept_here() -> list[str]:
    return [] if session.get("unused") else held_persons()


def change_to(person: str) -> None:
    session["person"] = person
    session.permanent = True
    renew()
    act_as(person)


def can_be_forgotten(person: str) -> bool:
    """Whoever has an account can sign in again; who came by a personal link has another browser.

    A guest who began in this browser has no other.
    """
    return session.get("all_brought", False) or person in held_persons()[1:] or secret_in(session, person) is not None


def leave_out(person: str) -> None:
    """Whoever else is in this browser acts now."""
    left = [each for each in held_persons() if each != person]
    session["persons"] = left
    session[SIGNED] = {each: secret for each in left if (secret := secret_in(session, each))}
    if left:
        change_to(left[0] if person_in(session) == person else str(person_in(session)))
    else:
        for name in ("person", "persons", "all_brought", SIGNED):
            session.pop(name, None)
        g.pop("acting", None)


def secret_in(said: Mapping[str, Any], person: str | None) -> str | None:
    """What a session of an account is known by."""
    found = said.get(SIGNED)
    secret = found.get(person) if isinstance(found, dict) else None
    return secret if isinstance(secret, str) else None


def keep_secret(person: str, secret: str) -> None:
    """The visitor is this person as well from now on, by a session of theirs. Raises NotAllowed."""
    hold(person)
    session[SIGNED] = {**session.get(SIGNED, {}), person: secret}
