"""The sentences of scripts: a file for each language and kind of page, which browsers keep until a sentence changes."""

from flask import Blueprint, Response, abort, current_app, request

from frontend.door.safety import KEPT
from frontend.sentences_of_scripts import KINDS, text_of, version_of
from shared.language import known

sentences = Blueprint("sentences", __name__)


@sentences.get("/sentences/<code>/<kind>.js")
def show(code: str, kind: str) -> Response:
    if kind not in KINDS or not known(code):
        abort(404)
    templates = current_app.jinja_env
    answer = Response(text_of(templates, kind, code), content_type="text/javascript; charset=utf-8")
    if request.args.get("v") == version_of(templates, kind, code):  # a page of another release must not keep this
        answer.headers["Cache-Control"] = KEPT
    return answer
