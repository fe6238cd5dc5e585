"""Waiting for opponents: join, see how it stands, leave."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.limits import SIT, limit
from frontend.door.services import services
from frontend.pages.commands import number_in_form, send
from frontend.people.sessions import known_person, visiting_person
from frontend.presentation.clocks import clock_from
from frontend.presentation.games import options_in
from frontend.presentation.queue import queue_page
from frontend.problems import problem_of
from frontend.render import asked_by_htmx, render
from frontend.site import site
from shared.annotations import Json

queue = Blueprint("queue", __name__)
SAID = ("left", "parted")  # what has happened, as the page is asked to say it
WANTED = ("game", "options", "seats", "clock", "rated")
NOBODY: Json = dict.fromkeys(("table", *WANTED, "waited", "expected")) | {"status": "none"}


@queue.get("/queue")
def show() -> Response:
    """A look is the sign that one still waits."""
    found = _found()
    if found["table"] and not asked_by_htmx():
        return make_response(redirect(f"/t/{found['table']}", 303))
    said = request.args.get("said")
    return _page(found, said if said in SAID else None)


@queue.post("/queue")
@limit(SIT)
def join() -> Response:
    game, clock = request.form.get("game", ""), clock_from(request.form.get("clock", "none"))
    wanted = {"game": game, "options": options_in(game, request.form), "seats": number_in_form("seats", 2)}
    is_rated = request.form.get("rated") == "yes"
    try:
        send("matchmaking", "/tables/queue", **wanted, clock=clock and clock._asdict(), rated=is_rated)
    except Refusal as refusal:
        return _page(_found(), None, problem_of(refusal.status, refusal.verdict))
    return make_response(redirect("/queue", 303))


@queue.post("/queue/leave")
@limit(SIT)
def leave() -> Response:
    """A page that is closed says so, and may only be loaded anew; nobody reads what that is answered."""
    closes = request.form.get("closes") == "yes"
    send("matchmaking", "/tables/queue/leave", may_come_back=closes)
    return make_response("", 204) if closes else make_response(redirect("/queue?said=left", 303))


def _found() -> Json:
    """Whoever has no cookie waits nowhere."""
    person = known_person()
    if person is None:
        return NOBODY
    reply = services().send("matchmaking", "GET", "/tables/queue", person)
    if reply.status >= 400:
        raise Refusal(reply.status, reply.json)
    return reply.json


def _page(found: Json, said: str | None, error: Json | None = None) -> Response:
    context = queue_page(site(), visiting_person(), found, said, error)
    answer = make_response(render("queue", **context), error["status"] if error else 200)
    answer.headers["Cache-Control"] = "private, no-store"  # a step back in the history asks anew
    return answer
