"""Delete me: a page that says what goes and what stays, and the form that does it."""

from flask import Blueprint, Response, make_response, redirect, request, session

from frontend.door.erasing import erasing
from frontend.door.limits import ERASE, limit
from frontend.people.sessions import HERE, leave_out, visiting_person
from frontend.presentation.erase import ErasePage, erase_context
from frontend.problems import problem_of
from frontend.render import render
from frontend.site import site
from shared.annotations import Json
from shared.errors import Malformed, NotAllowed
from shared.people.letters import on_one_line
from shared.web.answers import said, status_of

erase = Blueprint("erase", __name__)


@erase.get("/account/erase")
def show() -> Response:
    return _unkept(_drawn())


@erase.post("/account/erase")
@limit(ERASE)
def send() -> Response:
    """The cookie of this browser lets go of the person. Their cookies elsewhere mean nothing any more."""
    person = visiting_person()
    try:
        _check(person)
    except (Malformed, NotAllowed) as verdict:
        status = status_of(verdict)
        return _unkept(_drawn(problem_of(status, said(verdict)), request.form.get("name", "")), status)
    erasing().erase(person)
    leave_out(person)
    session.pop(HERE, None)
    return make_response(redirect("/account/erased", 303))


@erase.get("/account/erased")
def done() -> Response:
    return _unkept(render("erased", whole=True))


def _check(person: str) -> None:
    """Nobody is erased by a slip, nor by whoever finds an open browser. Raises Malformed, NotAllowed."""
    if session.get("unused"):
        raise NotAllowed("nothing is kept about you: you have not done anything here yet")
    typed, name = request.form.get("name", ""), site().accounts.name(person)
    if _plain(typed) != _plain(name):
        raise Malformed("type your name just as it is shown here: {name}", name=name)
    register = site().register
    if register.has_password(person) and not register.signs_in(person, request.form.get("password", "")):
        raise NotAllowed("this is not your password")


def _plain(name: str) -> str:
    return on_one_line(name).casefold()


def _drawn(error: Json | None = None, typed: str = "") -> str:
    person = visiting_person()
    context: ErasePage = {"erase": erase_context(site(), person, bool(session.get("unused")), typed, error)}
    return render("erase", whole=True, **context)


def _unkept(page: str, status: int = 200) -> Response:
    """No cache on the way keeps it, nor the browser's history: it is of nobody else's concern."""
    answer = make_response(page, status)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
