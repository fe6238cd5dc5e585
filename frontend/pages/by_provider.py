"""Signing in by a provider: led there by a button, back with a code, and then somebody whom we know, or do not yet."""

import secrets
from typing import Any

from flask import Blueprint, Response, make_response, redirect, request, session

from frontend.door.entering import enter
from frontend.door.limits import ACCOUNT, SIGN_IN, limit
from frontend.door.origins import origin
from frontend.door.provider import Asked, Provider, Subject, provider
from frontend.people.accounts import forget_facts
from frontend.people.sessions import renew, visiting_person
from frontend.people.signing import begin_session, here
from frontend.people.who import player_of
from frontend.problems import problem_of
from frontend.render import render
from frontend.site import site
from shared.annotations import Json
from shared.errors import Malformed, NotAllowed
from shared.marked import marked
from shared.people.register import now
from shared.web.answers import said

by_provider = Blueprint("by_provider", __name__)
ASKED, NEW = "asked_provider", "new_by_provider"  # in the cookie: what was asked, and who has come to choose a name
LASTS = 900_000  # milliseconds of each of them
NOT_ASKED = marked("this browser did not ask for it, or too long ago: start again")
NO_PROVIDER = marked("this server signs nobody in by a provider")
OTHERS = marked("somebody else signs in as this person of {provider}")


@by_provider.post("/signin/provider")
@limit(SIGN_IN)
def begin() -> Response:
    """The browser goes on by itself: a form may send nobody to another site (door/safety.py), a page may."""
    chosen, person = _provider(), visiting_person()
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    asked = Asked(state, nonce, verifier, f"{origin()}/signin/provider/back")
    address = chosen.address(asked)
    session[ASKED] = {"what": list(asked), "links": person if here(person) else None, "until": now() + LASTS}
    answer = _unkept(render("provider", whole=True, provider={"name": chosen.name, "address": address}))
    answer.headers["Refresh"] = f"0; url={address}"
    return answer


@by_provider.get("/signin/provider/back")
@limit(SIGN_IN)
def come_back() -> Response:
    """The provider leads here by a GET. It acts once, and only in the browser that has asked."""
    chosen, kept = _provider(), _in_time(session.pop(ASKED, None))
    asked = Asked(*kept["what"]) if kept else None
    if asked is None or kept is None or not secrets.compare_digest(_said("state").encode(), asked.state.encode()):
        raise NotAllowed(NOT_ASKED)
    if not _said("code"):
        raise NotAllowed("{provider} did not sign you in: nothing was changed", provider=chosen.name)
    subject = chosen.subject(asked, _said("code"))
    if kept["links"]:
        return _linked(chosen, kept["links"], subject)
    if person := site().providers.owner(subject.digest):
        enter(person)
        renew()
        return make_response(redirect("/", 303))
    session[NEW] = {"subject": subject.digest, "name": subject.name, "until": now() + LASTS}
    return make_response(redirect("/signup/provider", 303))


def _linked(chosen: Provider, person: str, subject: Subject) -> Response:
    """To the account that has asked, if it is still signed in here."""
    if not here(person):
        raise NotAllowed(NOT_ASKED)
    if not site().providers.take(person, subject.digest):
        raise NotAllowed(OTHERS, provider=chosen.name)
    return make_response(redirect("/account?done=provider", 303))


@by_provider.get("/signup/provider")
@limit(ACCOUNT)
def ask_for_name() -> Response:
    """The provider's name is a suggestion: whoever comes decides what all others call them."""
    return _form(_new()["name"])


@by_provider.post("/signup/provider")
@limit(SIGN_IN)
def sign_up() -> Response:
    """The guest of this browser keeps the id, as with a password."""
    chosen, subject, person = _provider(), _new()["subject"], visiting_person()
    name = request.form.get("name", "")
    if not site().providers.take(person, subject):
        raise NotAllowed(OTHERS, provider=chosen.name)
    try:
        site().register.sign_up(person, name, None)
    except (Malformed, NotAllowed) as verdict:
        site().providers.forget(person)
        if isinstance(verdict, NotAllowed):
            raise
        return _form(name, problem_of(400, said(verdict)))
    session.pop(NEW)
    forget_facts(player_of(person))
    begin_session(site().sessions, person)
    renew()
    return make_response(redirect("/account?done=by_provider", 303))


@by_provider.post("/account/provider/remove")
@limit(ACCOUNT)
def remove() -> Response:
    person = visiting_person()
    if not site().register.has_password(person) and not site().addresses.of(person):
        raise NotAllowed("choose a password first: without it and without an address nobody can come back")
    site().providers.forget(person)
    return make_response(redirect("/account?done=no_provider", 303))


def _provider() -> Provider:
    if (found := provider()) is None:
        raise NotAllowed(NO_PROVIDER)
    return found


def _new() -> dict[str, Any]:
    """Who came back and has no account yet."""
    if (found := _in_time(session.get(NEW))) is None:
        raise NotAllowed(NOT_ASKED)
    return found


def _in_time(kept: Any) -> dict[str, Any] | None:
    return kept if isinstance(kept, dict) and kept["until"] > now() else None


def _said(name: str) -> str:
    return request.args.get(name, "")


def _form(name: str, error: Json | None = None) -> Response:
    visiting_person()
    chosen = {"name": _provider().name, "wished": name}
    return _unkept(render("provider_name", whole=True, provider=chosen, error=error), error["status"] if error else 200)


def _unkept(page: str, status: int = 200) -> Response:
    answer = make_response(page, status)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
