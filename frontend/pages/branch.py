"""Playing on differently from a moment of a match that is over: a table for practice that cites it."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.limits import OPEN, limit
from frontend.pages.commands import cause, number_in_form, send
from frontend.pages.match import refused_at
from frontend.presentation.parts import ID

branch = Blueprint("branch", __name__)


@branch.post(f"/m/{ID}/branch")
@limit(OPEN)
def open_branch(id_: str) -> Response:
    """`at` is the version to play on from; `draws` whether the rest is dealt again or as it was."""
    key, version = cause(), number_in_form("at")
    said = {"match": id_, "version": version, "draws": request.form.get("draws", "afresh")}
    try:
        opened = send("matchmaking", "/tables/branches", **said, cause=key)
    except Refusal as refusal:
        return refused_at(id_, version, refusal)
    return make_response(redirect(f"/t/{opened['id']}", 303))
