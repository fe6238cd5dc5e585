"""A personal link to one's seat: make it, show it, revoke it; open it elsewhere and be the same person there."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.entering import enter
from frontend.door.limits import SEAT, limit
from frontend.door.origins import origin
from frontend.people.links import Seat
from frontend.people.sessions import held_persons, hold, renew, visiting_person
from frontend.people.who import player_of
from frontend.presentation.company import sitting
from frontend.presentation.parts import ID
from frontend.presentation.personal import home_of, opened_link_context, own_seat_context
from frontend.render import render
from frontend.site import site
from shared.errors import NotAllowed, NotFound

seat = Blueprint("seat", __name__)


@seat.get(f"/t/{ID}/seat")
def show(id_: str) -> Response:
    """The owner's page, with the link if there is one. Raises NotShown."""
    mine = Seat(visiting_person(), id_)
    site().watching.check_record(id_, player_of(mine.person))
    return _unkept(render("seat", whole=True, seat=own_seat_context(site(), mine, origin())))


@seat.post(f"/t/{ID}/seat")
@limit(SEAT)
def make(id_: str) -> Response:
    person = visiting_person()
    if player_of(person) not in sitting(site(), id_):
        raise NotAllowed("you do not sit here in this browser, so there is no seat to link to")
    renew()
    site().links.made(Seat(person, id_))
    return make_response(redirect(f"/t/{id_}/seat", 303))


@seat.post(f"/t/{ID}/seat/revoke")
@limit(SEAT)
def revoke(id_: str) -> Response:
    renew()
    site().links.revoke(Seat(visiting_person(), id_))
    return make_response(redirect(f"/t/{id_}/seat", 303))


@seat.get("/seat")
@limit(SEAT)
def ask() -> Response:
    """Nothing changes before the button is pressed: programs fetch links only to show what they lead to."""
    found, token = _found(request.args.get("link", ""))
    context = opened_link_context(site(), found, token, held_persons())
    return _unkept(render("seat_opened", whole=True, seat=context))


@seat.post("/seat")
@limit(SEAT)
def open_link() -> Response:
    found, _ = _found(request.form.get("link", ""))
    if site().accounts.facts([player_of(found.person)])[player_of(found.person)].standing.is_guest:
        hold(found.person)
    else:
        enter(found.person)
    return make_response(redirect(home_of(site(), found.id), 303))


def _found(token: str) -> tuple[Seat, str]:
    found = site().links.find(token) if token.isascii() and len(token) <= 100 else None
    if found is None:
        raise NotFound("this personal link is no longer valid: make a new one in the browser where you sit")
    return found, token


def _unkept(page: str) -> Response:
    """A page with a secret, which neither the browser's history nor any cache on the way keeps."""
    answer = make_response(page)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
