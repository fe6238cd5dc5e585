"""The page of one's own, and everything that is kept about oneself as one file."""

import json
from datetime import UTC, datetime

from flask import Blueprint, Response, abort, make_response, request

from frontend.door.limits import EXPORT, limit
from frontend.door.origins import origin
from frontend.people.sessions import visiting_person
from frontend.presentation.export import export
from frontend.presentation.finding import place_from
from frontend.presentation.oneself import OneselfPage, oneself_context
from frontend.render import render
from frontend.site import site

oneself = Blueprint("oneself", __name__)


@oneself.get("/me")
def show() -> Response:
    """`?words=`, `game`, `mode`, `opponent` and `outcome` say which matches that are over are wanted, and `after` where
    the page begins.
    """
    after = place_from(request.args.get("after", ""))
    if after is None:
        abort(404)
    context: OneselfPage = {"oneself": oneself_context(site(), visiting_person(), request.args.to_dict(), after)}
    return _unkept(make_response(render("me", whole=True, **context)))


@oneself.get("/me/export")
@limit(EXPORT)
def download() -> Response:
    person = visiting_person()
    found = export(site(), person, origin(), datetime.now(UTC))
    answer = Response(json.dumps(found, ensure_ascii=False, indent=2), content_type="application/json; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="urbanist-{person}.json"'
    return _unkept(answer)


def _unkept(answer: Response) -> Response:
    """It is of nobody else's concern, so no cache on the way keeps it."""
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
