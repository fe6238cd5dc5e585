"""The language of a visitor: that of a link, of the page that asks, the one they chose, or what their browser wishes.

What somebody chose is a fact about them, `language` in the hash `person:<id>`, and in the cookie for whoever has done
nothing else yet. `spoken` there is what they last asked to be written to in: mails and notifications go out when no
browser says its wish.
"""

from typing import Any

import redis
from flask import Flask, Response, request, session

from frontend.people.accounts import NOBODY, Accounts, forget_facts
from frontend.people.acting import FOR_EVERYBODY
from frontend.people.cookies import brings_token
from frontend.people.sessions import known_person
from frontend.people.who import player_of
from shared.errors import Unavailable
from shared.language import ENGLISH, known, language, speak, wished
from shared.ledger.redis import answering
from shared.people.standing import FORMER

CHOSEN, SPOKEN = "language", "spoken"  # fields of the hash
HEADER = "X-Language"  # the language of the page whose script asks
PARAMETER = "lang"  # in the address of a link


class Languages:
    """Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis", accounts: Accounts) -> None:
        self.redis: Any = client
        self.accounts = accounts

    def choose(self, person: str, code: str) -> None:
        """By hand, for all of the person's devices."""
        self._write(person, {CHOSEN: code, SPOKEN: code})

    def note(self, person: str) -> None:
        """What comes by mail or as a notification speaks as this page does."""
        self._write(person, {SPOKEN: language()})

    def _write(self, person: str, fields: dict[str, str]) -> None:
        player = player_of(person)
        if self.accounts.facts([player])[player].state == FORMER:
            return
        with answering():
            self.redis.hset(player, mapping=fields)
        forget_facts(player)

    def of(self, person: str) -> str:
        """In which to write to somebody who is not here."""
        facts = self.accounts.facts([player := player_of(person)]).get(player, NOBODY)
        return known(facts.language) or known(facts.spoken) or ENGLISH


def choose_languages(app: Flask, accounts: Accounts) -> None:
    """Before anything says no: a refusal is worded too."""

    def choose() -> None:
        if request.endpoint not in FOR_EVERYBODY:
            speak(spoken_here(accounts))

    app.before_request(choose)
    app.after_request(_named)


def spoken_here(accounts: Accounts) -> str:
    """The language of this request's answer."""
    asked = known(request.args.get(PARAMETER)) or known(request.headers.get(HEADER))
    return asked or _chosen(accounts) or wished(request.headers.get("Accept-Language", "")) or ENGLISH


def _chosen(accounts: Accounts) -> str | None:
    """By hand. A program that brings a token is nobody's browser."""
    if brings_token(request):
        return None
    person = known_person()
    try:
        found = accounts.facts([player_of(person)])[player_of(person)].language if person else None
    except Unavailable:  # the page that says so needs some language all the same
        found = None
    return known(found) or known(session.get(CHOSEN))


def _named(answer: Response) -> Response:
    if answer.mimetype in ("text/html", "application/json", "text/plain") and request.endpoint not in FOR_EVERYBODY:
        answer.headers.setdefault("Content-Language", language())
    return answer
