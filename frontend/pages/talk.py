"""The talk at a table and in its match: read it, say something."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import TALK, limit
from frontend.door.origins import came_from
from frontend.pages.commands import after_command, cause, has_all
from frontend.pages.table import ID
from frontend.people.sessions import renew, visiting_person
from frontend.people.who import player_of
from frontend.presentation.talk import sitting, talk_context
from frontend.problems import problem_of
from frontend.render import asked_by_htmx, render
from frontend.site import site
from shared.annotations import Json
from shared.errors import Malformed, NotAllowed
from shared.web.answers import said, status_of

talk = Blueprint("talk", __name__)


@talk.get(f"/t/{ID}/talk")
def show(id_: str) -> Response | tuple[str, int]:
    """`?have=` is the number of the newest line that is shown already."""
    sitting(site(), id_)  # where there is neither table nor match nothing can be said
    if has_all(site().talk.version(id_)):
        return "", 204
    return make_response(_shown(id_))


@talk.post(f"/t/{ID}/talk")
@limit(TALK)
def say(id_: str) -> Response:
    """Back to the page where the form stood; what is refused stays in the field."""
    typed = request.form.get("text", "")
    try:
        _say(id_, typed)
    except (Malformed, NotAllowed) as verdict:
        status = status_of(verdict)
        return make_response(_shown(id_, problem_of(status, said(verdict)), typed), status)
    if asked_by_htmx():
        return after_command(lambda: _shown(id_))
    return make_response(redirect(came_from() or f"/t/{id_}/talk", 303))


def _say(id_: str, text: str) -> None:
    """Who plays may, after resigning and after the end too. Raises NotAllowed, Malformed, TableNotFound."""
    person = visiting_person()
    if player_of(person) not in sitting(site(), id_):
        raise NotAllowed("only who plays here can talk")
    renew()
    site().talk.say(id_, person, text, cause())


def _shown(id_: str, error: Json | None = None, typed: str = "") -> str:
    context = talk_context(site(), id_, sitting(site(), id_), visiting_person(), error, typed)
    return render("talk", talk=context, has_match=bool(site().streams.ledger.last(f"match:{id_}")))
