"""One step on a score sheet: the address that it leads to, for the browser's history."""

from collections.abc import Callable

from flask import Response, make_response, redirect, request

from frontend.presentation.sheet import PRESSES, SheetContext
from frontend.render import asked_by_htmx


def stepped(sheet: SheetContext, draw: Callable[[], str]) -> Response:
    """Each step has an address of its own: scripts get it in a header, other browsers are redirected after a press.

    A press that means nothing stays where it is, with a sentence that says so.
    """
    if asked_by_htmx():
        answer = make_response(draw())
        answer.headers["HX-Push-Url"] = sheet["address"]
        return answer
    if any(name in request.args for name in PRESSES) and not any(each["field"] in PRESSES for each in sheet["wrong"]):
        return make_response(redirect(sheet["address"], 303))
    return make_response(draw())
