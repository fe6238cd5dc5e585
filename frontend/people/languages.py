"""The language of a visitor: that of a link, of the page that asks, the one they chose, or what their browser wishes.

What somebody chose is a fact about them, `language` in the hash `person:<id>`. Whoever has done nothing else yet has it
in the cookie alone, until their first act. `spoken` in the hash is what the page spoke on which they last asked to be
written to: mails and notifications go out when no browser says its wish.
"""

from typing import Any

import redis
import structlog
from flask import Flask, Response, g, request, session

from frontend.people.accounts import NOBODY, Accounts, forget_facts
from frontend.people.acting import FOR_EVERYBODY
from frontend.people.cookies import is_for_programs
from frontend.people.sessions import known_person
from frontend.people.who import player_of
from shared.errors import Unavailable
from shared.language import ENGLISH, known, language, wished
from shared.ledger.redis import answering
from shared.people.standing import FORMER
from shared.web.spoken import speak_as_asked

log = structlog.get_logger()
CHOSEN, SPOKEN = "language", "spoken"  # fields of the hash
HEADER = "X-Language"  # the language of the page whose script asks
PARAMETER = "lang"  # in the address of a link
WORDED = ("text/html", "text/plain", "application/json")
# Nobody who was erased comes back by a request that was under way.
KEEP = "if redis.call('HGET', KEYS[1], 'state') ~= ARGV[1] then redis.call('HSET', KEYS[1], unpack(ARGV, 2)) end"


class Languages:
    """Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis", accounts: Accounts) -> None:
        self.accounts = accounts
        self._keep: Any = client.register_script(KEEP)

    def choose(self, person: str, code: str) -> None:
        """By hand, for all of the person's devices."""
        self._write(person, CHOSEN, code)

    def note(self, person: str) -> None:
        """What comes by mail or as a notification speaks as this page does, unless another language was chosen."""
        self._write(person, SPOKEN, language())

    def _write(self, person: str, field: str, code: str) -> None:
        player = player_of(person)
        with answering():
            self._keep(keys=[player], args=[FORMER, field, code])
        forget_facts(player)

    def of(self, person: str, page: str = "") -> str:
        """In which to write to somebody who is not here; `page` is the language of the page on which it was asked."""
        facts = self.accounts.facts([player := player_of(person)]).get(player, NOBODY)
        return known(facts.language) or known(page) or known(facts.spoken) or ENGLISH


def choose_languages(app: Flask, accounts: Accounts, languages: Languages) -> None:
    """Before anything says no: a refusal is worded too."""

    def keep(answer: Response) -> Response:
        if g.get("began") and (chosen := known(session.get(CHOSEN))):
            _keep_choice(accounts, languages, chosen)
        return answer

    speak_as_asked(app, lambda: ENGLISH if request.endpoint in FOR_EVERYBODY else spoken_here(accounts))
    app.after_request(keep)
    app.after_request(_named)


def spoken_here(accounts: Accounts) -> str:
    """The language of this request's answer."""
    asked = known(request.args.get(PARAMETER)) or known(request.headers.get(HEADER))
    return asked or _chosen(accounts) or wished(request.headers.get("Accept-Language", "")) or ENGLISH


def _chosen(accounts: Accounts) -> str | None:
    """By hand. Programs say with each request what they read, so nobody is looked up for a move of theirs."""
    if is_for_programs(request):
        return None
    person = known_person()
    try:
        found = accounts.facts([player_of(person)])[player_of(person)].language if person else None
    except Unavailable:  # the page that says so needs some language all the same
        found = None
    return known(found) or known(session.get(CHOSEN))


def _keep_choice(accounts: Accounts, languages: Languages, chosen: str) -> None:
    """Of whoever chose before their first act, which this is. What was done stands even if this can't be kept."""
    person = known_person()
    try:
        if person and accounts.facts([player_of(person)])[player_of(person)].language is None:
            languages.choose(person, chosen)
    except Unavailable as error:
        log.warning("language_not_kept", reason=error.reason)


def _named(answer: Response) -> Response:
    """Programs are told no language of facts: only what says no to them is in one."""
    is_page = answer.mimetype == "text/html" and request.endpoint not in FOR_EVERYBODY
    if is_page or (answer.mimetype in WORDED and answer.status_code >= 400):
        is_led_on = 300 <= answer.status_code < 400  # to the sentence of a library, which no browser shows
        answer.headers.setdefault("Content-Language", ENGLISH if is_led_on else language())
    return answer
