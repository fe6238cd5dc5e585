"""Which of the people in a cookie the visitor really is: a guest by the cookie alone, everybody else by a session.

A cookie can be copied and kept. As soon as its person has an account it counts only with the secret of a session that
is still open, and never again once the account is closed or erased.
"""

from urllib.parse import urlencode

from flask import Flask, Response, g, make_response, redirect, request, session

from frontend.people.accounts import NOBODY, Accounts
from frontend.people.sessions import held_persons, leave_out, secret_in
from frontend.people.who import player_of
from frontend.render import asked_by_htmx
from shared.errors import Unavailable
from shared.people.sessions import Sessions
from shared.people.standing import ACCOUNT

FOR_EVERYBODY = ("static", "bundles.show", "sentences.show", "health")  # caches keep them: no session is looked into

SIGN_IN = "accounts.ask_to_sign_in"


class Claims:
    """Asks the server once for a request."""

    def __init__(self, accounts: Accounts, sessions: Sessions) -> None:
        self.accounts, self.sessions = accounts, sessions

    def is_true(self, person: str, secret: str | None) -> bool:
        """Raises Unavailable, but not for whoever comes with nothing but a guest's cookie: nothing can be read then."""
        try:
            state = self.accounts.facts([player_of(person)]).get(player_of(person), NOBODY).state
        except Unavailable:
            if secret is None:
                return True
            raise
        if state is None:
            return True
        found = self.sessions.find(person, secret) if secret and state == ACCOUNT else None
        if found:
            self.sessions.note(person, found)
        return found is not None


def check_claims(app: Flask, claims: Claims) -> None:
    """Before each request: whoever the visitor is no more is left out of what follows, and of the cookie."""
    app.before_request(lambda: check(claims))


def check(claims: Claims) -> None:
    if request.endpoint in FOR_EVERYBODY or not (held := held_persons()):
        return
    g.signed_out = [person for person in held if not claims.is_true(person, secret_in(session, person))]
    for person in g.signed_out:
        leave_out(person)
    if g.signed_out and _is_no_page():
        session.modified = False  # the next page says it, and then forgets them


def tell_the_signed_out(app: Flask) -> None:
    """On their next page, once: the cookie has forgotten them by then."""
    app.before_request(_to_sign_in)


def _to_sign_in() -> Response | None:
    if not g.get("signed_out") or request.method != "GET" or request.endpoint == SIGN_IN or _is_for_programs():
        return None
    page = "/" if asked_by_htmx() else request.full_path.rstrip("?")
    address = f"/signin?{urlencode({'ended': 'yes', 'next': page})}"
    if asked_by_htmx():
        return Response(status=204, headers={"HX-Redirect": address})
    return make_response(redirect(address, 303))


def _is_no_page() -> bool:
    return _is_for_programs() or asked_by_htmx()


def _is_for_programs() -> bool:
    return request.blueprint == "gateway"
