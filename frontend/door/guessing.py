"""Passwords that visitors type: each try is counted before anything is computed for it (shared/people/guesses.py)."""

import time
from math import ceil
from threading import Lock

from flask import Flask, Response, request, session
from werkzeug.exceptions import TooManyRequests

from frontend.door.limits import address, is_unlimited
from frontend.people.signing import DEVICE
from frontend.sentences import Sentence
from frontend.site import site
from shared.errors import Unavailable
from shared.marked import marked_forms
from shared.people.guesses import Try
from shared.people.sessions import digest

PATH = "/signin"
SHOWN = 3  # refusals of an address and a name that are drawn as a page
MOST_KEPT = 10_000  # of both that a process remembers
GUESSED = marked_forms(
    "Too many passwords were tried for this name, or from your address: try again in {n} second.",
    "Too many passwords were tried for this name, or from your address: try again in {n} seconds.",
)


class TooManyGuesses(TooManyRequests):
    """The next one is looked at in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(retry_after=seconds)
        self.seconds = seconds


class Refusals:
    """Who goes on guessing while their next try is far off is answered in a line, before anything is looked up or
    drawn for them: so that thousands of guesses cost others little.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[tuple[str, str], tuple[float, int]] = {}  # until when, and how many were refused

    def note(self, who: tuple[str, str], seconds: int) -> None:
        now = time.monotonic()
        with self._lock:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            until, count = self._kept.get(who, (0.0, 0))
            self._kept[who] = (now + seconds, count + 1 if until > now else 1)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()

    def wait(self, who: tuple[str, str]) -> float:
        """Seconds for which a line is enough of an answer; 0 where a page is due."""
        until, count = self._kept.get(who, (0.0, 0))
        return max(0.0, until - time.monotonic()) if count >= SHOWN else 0.0


refusals = Refusals()


def refuse_guessers(app: Flask) -> None:
    """Before each request. A browser that has ever been signed in to an account is asked further."""
    app.before_request(_refuse)


def _refuse() -> Response | None:
    if request.method != "POST" or request.path != PATH or DEVICE in session:
        return None
    seconds = ceil(refusals.wait((address(), _typed())))
    if not seconds:
        return None
    one, many = GUESSED
    line = str(Sentence(one if seconds == 1 else many, {"n": seconds}, is_whole=True))
    if sock := request.environ.get("gunicorn.socket"):
        sock.held = True  # in the worker's loop (infra/waiting_worker.py): guesses in flight take no thread from others
    headers = {"Retry-After": str(seconds), "Cache-Control": "private, no-store"}
    return Response(line, 429, headers, content_type="text/plain; charset=utf-8")


def _typed() -> str:
    return digest(request.form.get("name", "").strip().casefold())


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
        refusals.note((address(), _typed()), tried.seconds)
        raise TooManyGuesses(tried.seconds)
    return tried
