"""Signing in and out of a browser: a session on the server, and its secret in the cookie."""

import secrets

from flask import request, session

from frontend.people.browsers import in_words
from frontend.people.links import Links
from frontend.people.sessions import can_be_forgotten, keep_secret, leave_out, secret_in
from shared.errors import NotAllowed
from shared.people.notes import Notes
from shared.people.sessions import Sessions, digest

DEVICE = "device"  # in the cookie: what this browser is known by when its person signs in again


def begin_session(sessions: Sessions, person: str) -> None:
    """Be this person in this browser from now on, beside those whom it holds already. Raises NotAllowed."""
    device = session.get(DEVICE) or secrets.token_urlsafe(12)
    secret = sessions.begin(person, in_words(request.headers.get("User-Agent", "")), digest(device))
    keep_secret(person, secret)
    session[DEVICE] = device


def end_session(sessions: Sessions, person: str) -> None:
    """In this browser."""
    if secret := secret_in(session, person):
        sessions.end(person, digest(secret))
    leave_out(person)


def forget(sessions: Sessions, person: str) -> None:
    """Stop being this person in this browser, which then belongs to nobody if no other is left. Raises NotAllowed."""
    if not can_be_forgotten(person):
        raise NotAllowed("this person began in this browser: once forgotten, nobody could come back to their seats")
    end_session(sessions, person)


def end_everywhere(sessions: Sessions, links: Links, notes: Notes, person: str, but_here: bool = False) -> None:
    """All sessions, personal links and mailed links: whoever copied a cookie or a link is nobody at once.

    Whoever was signed in may have had a link mailed to an address of theirs: confirmed later, it would let them in.
    """
    notes.end_links(person)
    links.revoke_all(person)
    sessions.end_all(person, here(person) if but_here else "")


def here(person: str) -> str:
    """The id of this browser's session, an empty one if it has none."""
    secret = secret_in(session, person)
    return digest(secret) if secret else ""
