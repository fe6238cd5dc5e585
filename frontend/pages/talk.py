"""The talk at a table and in its match: read it, say something."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import TALK, limit
from frontend.door.origins import came_from
from frontend.pages.commands import after_command, cause
from frontend.pages.live import Answer, viewer
from frontend.pages.live import show as show_part
from frontend.people.sessions import renew, visiting_person
from frontend.people.who import player_of
from frontend.presentation.account import stamp_of
from frontend.presentation.company import check_listening, check_talking, company_at
from frontend.presentation.parts import TALK as PART
from frontend.presentation.talk import TalkSnapshot
from frontend.problems import problem_of
from frontend.render import asked_by_htmx, render
from frontend.site import site
from frontend.talk import said_in
from shared.annotations import Json
from shared.errors import Malformed, NotAllowed
from shared.language import moment
from shared.people.closing import FOR_GOOD
from shared.people.register import now
from shared.web.answers import said, status_of

talk = Blueprint("talk", __name__)


@talk.get(PART.address)
def show(id_: str) -> Answer:
    """`?have=` is the number of the newest line that the page has already. Raises NotShown."""
    check_listening(site(), company_at(site(), id_), player_of(viewer().person))
    return show_part(PART, id_)


@talk.post(PART.address)
@limit(TALK)
def say(id_: str) -> Response:
    """Back to the page with the form; a refused line stays in the field."""
    typed, phrase = request.form.get("text", ""), request.form.get("phrase")
    try:
        _say(id_, typed, phrase)
    except (Malformed, NotAllowed) as verdict:
        status = status_of(verdict)
        return make_response(_drawn(id_, problem_of(status, said(verdict)), typed), status)
    if asked_by_htmx():
        return after_command(lambda: _drawn(id_))
    return make_response(redirect(came_from() or f"/t/{id_}/talk", 303))


def _say(id_: str, typed: str, phrase: str | None) -> None:
    """Players may, also after they resigned and after the end, unless the house rules say something else.

    Raises NotAllowed, Malformed, TableNotFound.
    """
    person = visiting_person()
    check_talking(site(), company_at(site(), id_), person, writes=phrase is None)
    check_muted(player_of(person))
    renew()
    spoken = said_in(typed, phrase)
    site().talk.say(id_, person, spoken.text, cause(), phrase=spoken.phrase)


def check_muted(player: str) -> None:
    """Raises NotAllowed, which says until when."""
    until = site().accounts.facts([player])[player].muted_until
    if until >= FOR_GOOD:
        raise NotAllowed("an operator has muted you: you can read along, and no longer talk")
    if until > now():
        raise NotAllowed("an operator has muted you until {moment}", moment=moment(stamp_of(until)))


def _drawn(id_: str, error: Json | None = None, typed: str = "") -> str:
    return render(PART.name, **TalkSnapshot(site(), id_).context(viewer(), error, typed))
