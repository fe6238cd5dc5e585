"""Passwords that visitors type: each try is counted before anything is computed for it (shared/people/guesses.py)."""

from flask import session
from werkzeug.exceptions import TooManyRequests

from frontend.door.limits import address, is_unlimited
from frontend.people.signing import DEVICE
from frontend.site import site
from shared.errors import Unavailable
from shared.people.guesses import Try
from shared.people.sessions import digest


class TooManyGuesses(TooManyRequests):
    """The next one is looked at in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(retry_after=seconds)
        self.seconds = seconds


def is_password(person: str | None, name: str, password: str) -> bool:
    """Whether it is that of the person whose account has this name; None where nobody has it. Raises TooManyGuesses."""
    device = digest(session.get(DEVICE, ""))
    is_known = site().sessions.devices.knows(person, device)
    tried = _begin(name, device if is_known else "")
    try:
        is_right = site().register.signs_in(person, password, is_known)
    except Unavailable:
        site().guesses.give_back(tried)  # nobody has looked at it
        raise
    if is_right:
        site().guesses.give_back(tried)
    return is_right


def _begin(name: str, device: str) -> Try:
    if is_unlimited():
        return Try(0, ())
    tried = site().guesses.begin(name, address(), device)
    if tried.seconds:
        raise TooManyGuesses(tried.seconds)
    return tried
