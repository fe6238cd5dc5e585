"""The organiser's desk of a tournament: each act has a form, a reason that everybody reads, and asks once more."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.limits import OPERATE, SIT, limit
from frontend.pages.commands import number_in_form, refused, send, send_as_operator
from frontend.pages.tournaments import drawn, looked
from frontend.people.asking import roles_now
from frontend.presentation.parts import TOURNAMENT
from frontend.presentation.tournament.desk import MOST_BYTES, desk_context, lines_in, pairing_in, places_in, text_in
from frontend.presentation.tournament.form import lines_of
from frontend.problems import problem_of
from frontend.site import site
from shared.annotations import Json
from shared.errors import Malformed
from shared.web.answers import said

desk = Blueprint("desk", __name__)


@desk.get(f"{TOURNAMENT.address}/desk")
def show(id_: str) -> str:
    done = request.args.get("done")
    return _page(id_, done if done in ACTS else None)


@desk.post(f"/operators{TOURNAMENT.address}/unname")
@limit(OPERATE)
def unname(id_: str) -> Response:
    """Only operators get here: a name that somebody asks them to remove."""
    try:
        _check_sure()
        send_as_operator("matchmaking", f"/tournaments/{id_}/erase-name", **_entrant(id_))
    except Malformed as verdict:
        return _misunderstood(id_, "unname", verdict)
    return make_response(redirect(f"/tournaments/{id_}/desk?done=unname", 303))


@desk.post(f"{TOURNAMENT.address}/desk/<what>")
@limit(SIT)
def act(id_: str, what: str) -> Response:
    """Raises nothing for what was typed: the page says what is wrong with it."""
    if what not in ACTS:
        return make_response(_page(id_, None), 404)
    try:
        if what in SURE:
            _check_sure()
        send("matchmaking", f"/tournaments/{id_}/{what}", **ACTS[what](id_))
    except Malformed as verdict:
        return _misunderstood(id_, what, verdict)
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        return refused(problem_of(refusal.status, refusal.verdict), lambda said: _page(id_, what, said))
    return make_response(redirect(f"/tournaments/{id_}/desk?done={what}", 303))


def _check_sure() -> None:
    """Raises Malformed."""
    if request.form.get("sure") != "yes":
        raise Malformed("say that you are sure", fields={})


def _misunderstood(id_: str, what: str, verdict: Malformed) -> Response:
    error = problem_of(400, said(verdict))
    return make_response(_page(id_, what, error), 400)


def _page(id_: str, acted: str | None, error: Json | None = None) -> str:
    found = looked(id_)
    context = desk_context(site(), id_, found.shown)
    operates = "operator" in roles_now(site().accounts)
    return drawn("desk", found, error, done=None if error else acted, acted=acted, operates=operates, **context)


def _note(id_: str) -> Json:
    return {"note": request.form.get("note", "").strip()}


def _nothing(id_: str) -> Json:
    return {}


def _entrant(id_: str) -> Json:
    """People count from 1."""
    return {"entrant": number_in_form("entrant") - 1}


def _added(id_: str) -> Json:
    """Lines that were typed, and those of a file."""
    file = request.files.get("file")
    text = text_in(file.read(MOST_BYTES + 1)) if file else ""
    found = lines_in(f"{request.form.get('lines', '')}\n{text}")
    kind = request.form.get("kind", "names")
    names = [line.name for line in found]
    body: Json = {kind if kind in ("bots", "people") else "names": names}
    return body | ({"strengths": [line.rating for line in found]} if any(line.rating for line in found) else {})


def _judged(id_: str) -> Json:
    shown, table = looked(id_).shown, number_in_form("table")
    number = len(shown.held.rounds) - 1
    return {"round": number, "table": table - 1, "places": places_in(request.form.get("places", ""))} | _note(id_)


def _paired(id_: str) -> Json:
    tables, byes = pairing_in(request.form.get("pairing", ""))
    return {"round": len(looked(id_).shown.held.rounds) - 1, "tables": tables, "byes": byes} | _note(id_)


def _described(id_: str) -> Json:
    found: Json = {name: request.form.get(name, "").strip() for name in ("title", "text")}
    return found | ({"invited": lines_of(request.form["invited"])} if "invited" in request.form else {})


ACTS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "start": _nothing,
    "pause": _note,
    "resume": _nothing,
    "end": _note,
    "add": _added,
    "drop": lambda id_: _entrant(id_) | _note(id_),
    "bring-back": _entrant,
    "attend": _entrant,
    "adjudicate": _judged,
    "pairing": _paired,
    "describe": _described,
    "next": _nothing,
    "unname": _entrant,
}
SURE = ("start", "pause", "end", "drop", "adjudicate", "pairing", "unname")
