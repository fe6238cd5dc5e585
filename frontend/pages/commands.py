"""What every form of a page does: send a command to a service, then show what became of it."""

import re
import secrets
from collections.abc import Callable
from typing import Any

import structlog
from flask import Response, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.services import services
from frontend.people.sessions import renew, visiting_person
from frontend.problems import answer, problem_of, stored
from frontend.render import asked_by_htmx
from shared.annotations import Json
from shared.errors import Malformed, Unavailable
from shared.ledger.canonical import canonical
from shared.platform.player import as_operator
from shared.web.answers import operators

log = structlog.get_logger()
RECEIPT = "Urbanist-Receipt"  # static/seat.js and static/rounds.js keep what it says
CAUSE = re.compile("[A-Za-z0-9_-]{8,64}")


def cause() -> str:
    """The form's own key, so that a form sent twice is one command; a new one if it has none."""
    said = request.form.get("cause", "")
    return said if CAUSE.fullmatch(said) else secrets.token_urlsafe(16)


def number_in_form(name: str, default: int | None = None) -> int:
    """A number of at most nine digits. Raises Malformed, also if it is missing and has no default."""
    text = request.form.get(name)
    if text is None and default is not None:
        return default
    if text is None or not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Malformed("this form can't be understood", fields={name: ["a whole number"]})
    return int(text)


def send(service: str, path: str, **body: Any) -> Json:
    """Send a command of the visitor's. Raises Refusal, Unavailable."""
    renew()
    return services().command(service, path, visiting_person(), {"cause": cause(), **body})


def send_as_operator(service: str, path: str, **body: Any) -> Json:
    """Send a command that services take from operators alone; callers have looked whether the visitor is one."""
    renew()
    return services().command(service, path, visiting_person(), {"cause": cause(), **body}, as_operator)


def answered(give: Callable[[], object], show: Callable[[Json | None], str], address: str) -> Response:
    """Give the command; then htmx gets the new part, others are redirected, and a refusal is shown with its status.

    If the service can't say yes or no, the form stays as it is: sent again, it is the same command.
    """
    try:
        give()
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        return refused(problem_of(refusal.status, refusal.verdict), show)
    return after_command(lambda: show(None)) if asked_by_htmx() else make_response(redirect(address, 303))


def number_shown(path: str, show: Callable[[Json | None], str], address: str) -> Response:
    """As `answered`, of a form that shows a secret number: the service's receipt goes along in a header."""
    said = dict[str, Any]()
    nonce = request.form.get("nonce", "")
    answer = answered(lambda: said.update(send("matchmaking", path, nonce=nonce)), show, address)
    if receipt := said.get("receipt"):
        answer.headers[RECEIPT] = canonical(receipt).decode()
    return answer


def refused(error: Json, show: Callable[[Json | None], str]) -> Response:
    """The verdict on its page, or alone if the page can't be drawn now."""
    try:
        return make_response(show(error), error["status"])
    except Unavailable as verdict:
        operators.hear(verdict)
        return answer(error)


def after_command(show: Callable[[], str]) -> Response:
    """A stored command is always answered, whatever happens to the server afterwards."""
    try:
        return make_response(show())
    except Unavailable as verdict:
        operators.hear(verdict)
    except Exception as error:
        log.error("command_not_shown", exc_info=error)
    return stored()
