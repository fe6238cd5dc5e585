"""The sentences of scripts: a file for each kind of page, which browsers keep until a sentence changes."""

from flask import Blueprint, Response, abort, current_app, request

from frontend.door.safety import KEPT
from frontend.sentences_of_scripts import KINDS, text_of, version_of

sentences = Blueprint("sentences", __name__)


@sentences.get("/sentences/<kind>.js")
def show(kind: str) -> Response:
    if kind not in KINDS:
        abort(404)
    templates = current_app.jinja_env
    answer = Response(text_of(templates, kind), content_type="text/javascript; charset=utf-8")
    if request.args.get("v") == version_of(templates, kind):  # a page of another release must not keep this
        answer.headers["Cache-Control"] = KEPT
    return answer
