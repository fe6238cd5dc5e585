"""The hint of a match's page: it leads to the page with a move chosen, and sends nothing."""

from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect

from frontend.door.limits import HINT, turn_of
from frontend.people.sessions import visiting_person
from frontend.presentation.hint import suggested
from frontend.presentation.parts import ID
from frontend.presentation.seen import look
from frontend.site import site

hint = Blueprint("hint", __name__)


@hint.get(f"/m/{ID}/hint")
def ask(id_: str) -> Response:
    """The bot thinks within this request: its work is bounded, and so is how often, and by how many at once."""
    with turn_of(HINT):
        query = suggested(look(site(), id_, visiting_person()))
    return make_response(redirect(f"/m/{id_}?{urlencode(query)}", 303))
