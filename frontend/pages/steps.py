"""One step on a score sheet: the address that it leads to, for the browser's history."""

from collections.abc import Callable
from typing import Any

from flask import Response, make_response, redirect, request

from frontend.presentation.sheet import PRESSES
from frontend.render import asked_by_htmx


def stepped(sheet: dict[str, Any], render: Callable[[], str]) -> Response:
    """Each step has an address of its own: scripts are told of it, and other browsers are sent there after a press.

    A press that means nothing stays where it is, with the sentence that says so.
    """
    if asked_by_htmx():
        shown = make_response(render())
        shown.headers["HX-Push-Url"] = sheet["address"]
        return shown
    if any(name in request.args for name in PRESSES) and not any(each["field"] in PRESSES for each in sheet["wrong"]):
        return make_response(redirect(sheet["address"], 303))
    return make_response(render())
