"""The coach: ask for it, in a match or for the next one, and leave it."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import NAME, limit
from frontend.door.origins import came_from
from frontend.people.sessions import renew, visiting_person
from frontend.people.who import player_of
from frontend.presentation.coach import coach_from_now, may_have_coach
from frontend.presentation.seen import look
from frontend.site import site
from shared.errors import NotAllowed

coach = Blueprint("coach", __name__)


@coach.post("/coach")
@limit(NAME)
def ask() -> Response:
    """With a match: there, from now on. Raises MatchNotFound, NotAllowed."""
    person, id_ = visiting_person(), request.form.get("match")
    renew()
    if not id_:
        site().coached.ask_next(player_of(person))
        return make_response(redirect(came_from() or "/", 303))
    seen = look(site(), id_, person)
    if not may_have_coach(seen):
        raise NotAllowed("the coach helps those who play a match that is not over")
    site().coached.ask(player_of(person), coach_from_now(seen))
    return make_response(redirect(f"/m/{id_}", 303))


@coach.post("/coach/leave")
@limit(NAME)
def leave() -> Response:
    """Back to the page with what is chosen there."""
    person = visiting_person()
    renew()
    site().coached.leave(player_of(person))
    return make_response(redirect(came_from() or "/", 303))
