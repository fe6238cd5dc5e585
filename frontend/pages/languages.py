"""The language chosen by hand, in the header of every page."""

from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Blueprint, Response, make_response, redirect, request, session

from frontend.door.limits import NAME, limit
from frontend.door.origins import came_from
from frontend.people.languages import CHOSEN, PARAMETER
from frontend.people.sessions import renew, visiting_person
from frontend.site import site
from shared.errors import Malformed
from shared.language import known

languages = Blueprint("languages", __name__)


@languages.post("/language")
@limit(NAME)
def choose() -> Response:
    """Back to the page with the form, which a link may have opened in another language. Raises Malformed."""
    code = known(request.form.get("language"))
    if code is None:
        raise Malformed("choose one of the languages that this page offers", fields={})
    person = visiting_person()
    session[CHOSEN] = code
    if not session.get("unused"):  # otherwise nothing is kept about them yet: the cookie says it
        renew()
        site().languages.choose(person, code)
    return make_response(redirect(_without_language(came_from() or "/"), 303))


def _without_language(page: str) -> str:
    _, _, path, query, _ = urlsplit(page)
    kept = [pair for pair in parse_qsl(query, keep_blank_values=True) if pair[0] != PARAMETER]
    return f"/{path.lstrip('/')}" + (f"?{urlencode(kept)}" if kept else "")
