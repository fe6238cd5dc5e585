"""The result of a match, with a reason for every point."""

from flask import Blueprint, Response, make_response, redirect

from frontend.pages.match import ID
from frontend.pages.orders import origin
from frontend.presentation.match import look
from frontend.presentation.result import result_context
from frontend.render import render
from frontend.sessions import visiting_person
from frontend.site import site

result = Blueprint("result", __name__)


@result.get(f"/m/{ID}/result")
def show(id_: str) -> Response:
    seen = look(site(), id_, visiting_person())
    if not seen.match.is_over:
        return make_response(redirect(f"/m/{id_}", 303))
    return make_response(render("result", result=result_context(site(), seen, origin())))
