"""Signing in, by whatever: a session begins, and a browser that the account does not know is told to its address."""

from flask import request, session

from frontend.door.origins import origin
from frontend.people.browsers import in_words
from frontend.people.calls import NOTE, Call
from frontend.people.signing import DEVICE, begin_session
from frontend.site import site
from shared.people import notes
from shared.people.sessions import digest


def enter(person: str) -> None:
    """Raises NotAllowed."""
    is_known = site().sessions.devices.knows(person, digest(session.get(DEVICE, "")))
    begin_session(site().sessions, person)
    address = None if is_known else site().addresses.of(person)
    if address:
        browser = in_words(request.headers.get("User-Agent", ""))
        mail(person, notes.DEVICE, address, browser)


def mail(person: str, kind: str, address: str, browser: str = "") -> None:
    """By the caller: nobody waits here for a mail server."""
    if kind != notes.DEVICE:  # nobody asked for that
        site().languages.note(person)
    site().calls.expect(Call(NOTE, person, site().notes.keep(person, kind, address, origin(), browser)))
