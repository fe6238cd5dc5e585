"""Who one is in this browser: choose a name, act as somebody else, forget a person."""

import re

from flask import Blueprint, Response, make_response, redirect, request, session

from frontend.door.limits import NAME, limit
from frontend.door.origins import came_from
from frontend.people.acting import players_at
from frontend.people.sessions import HERE, change_to, held_persons, renew, visiting_person
from frontend.people.signing import forget
from frontend.people.who import player_of
from frontend.site import site
from shared.errors import NotAllowed

persons = Blueprint("persons", __name__)
TABLE = re.compile("/[mt]/([a-z0-9]{12})(?![a-z0-9])")


@persons.post("/name")
@limit(NAME)
def rename() -> Response:
    """Back to the page with the form. Raises Malformed."""
    person = visiting_person()
    renew()
    site().accounts.rename(person, request.form.get("name", ""))
    return make_response(redirect(came_from() or "/", 303))


@persons.post("/persons/change")
def change() -> Response:
    """Back to the page, unless somebody else in this browser sits there and goes on acting."""
    person, page = _held(), came_from() or "/"
    change_to(person)
    of_table = TABLE.match(page)
    is_theirs = of_table is None or player_of(person) in players_at(site().streams, of_table[1])
    return make_response(redirect(page if is_theirs else "/", 303))


@persons.post("/persons/forget")
def leave() -> Response:
    """The push service of this browser is not told of that person's turns any more."""
    person = _held()
    forget(site().sessions, person)
    site().ways.remove_browser(person, session.get(HERE, ""))
    return make_response(redirect(came_from() or "/", 303))


def _held() -> str:
    person = request.form.get("person", "")
    if person not in held_persons():
        raise NotAllowed("you are not this person in this browser")
    return person
