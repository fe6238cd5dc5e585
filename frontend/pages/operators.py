"""Operators' pages: reports, people, and matches that can't go on.

The gate of the table of rights lets nobody else in (frontend/door/rights.py).
"""

from typing import Any

import structlog
from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import OPERATE, limit
from frontend.pages.commands import send_as_operator
from frontend.people.sessions import renew, visiting_person
from frontend.presentation.operators import check_known, kept_page, operators_page, place_page
from frontend.render import render
from frontend.site import site
from shared.errors import Malformed, NotAllowed, filled
from shared.marked import marked
from shared.people.closing import MUTES
from shared.platform.unstarted import is_unstarted
from shared.services import GAME_COMMAND, MATCHMAKING

operators = Blueprint("operators", __name__, url_prefix="/operators")
log = structlog.get_logger()
PERSON, REPORT, PLACE = (f"<string(length=12):{name}>" for name in ("person", "report", "place"))
LONGEST_REASON = 200  # characters
FOR_GOOD = "good"
DONE = ("settled", "muted", "unmuted", "closed", "reopened", "aborted", "adjudicated", "table_closed")  # what pages say


@operators.after_request
def keep_nowhere(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@operators.get("")
def show() -> str:
    """`?who=` is a name, or the id of a person, a table or a match."""
    who = request.args.get("who", "").strip()[:100]
    return render("operators", whole=True, **operators_page(site(), who, _done()))


@operators.get(f"/people/{PERSON}")
def show_person(person: str) -> str:
    return render("operators_person", whole=True, **kept_page(site(), person, visiting_person(), _done()))


@operators.post(f"/people/{PERSON}/mute")
@limit(OPERATE)
def mute(person: str) -> Response:
    how_long = request.form.get("for", "")
    if how_long not in (*MUTES, FOR_GOOD):
        raise Malformed("choose for how long", fields={"for": ["choose for how long"]})
    check_known(site(), person)
    site().closing.mute(person, how_long)
    return _acted("muted", f"/operators/people/{person}", person=person, how_long=how_long)


@operators.post(f"/people/{PERSON}/unmute")
@limit(OPERATE)
def unmute(person: str) -> Response:
    check_known(site(), person)
    site().closing.unmute(person)
    return _acted("unmuted", f"/operators/people/{person}", person=person)


@operators.post(f"/people/{PERSON}/close")
@limit(OPERATE)
def close_person(person: str) -> Response:
    if person == visiting_person():
        raise NotAllowed("you can't close yourself: ask another operator")
    check_known(site(), person)
    site().closing.close(person)
    return _acted("closed", f"/operators/people/{person}", person=person)


@operators.post(f"/people/{PERSON}/reopen")
@limit(OPERATE)
def reopen(person: str) -> Response:
    check_known(site(), person)
    site().closing.reopen(person)
    return _acted("reopened", f"/operators/people/{person}", person=person)


@operators.post(f"/reports/{REPORT}/settle")
@limit(OPERATE)
def settle(report: str) -> Response:
    site().reports.settle(report, visiting_person(), request.form.get("note", ""))
    return _acted("settled", "/operators", report=report)


@operators.get(f"/matches/{PLACE}")
def show_place(place: str) -> str:
    return render("operators_match", whole=True, **place_page(site(), place, _done()))


@operators.post(f"/matches/{PLACE}/abort")
@limit(OPERATE)
def abort_match(place: str) -> Response:
    send_as_operator(GAME_COMMAND.name, f"/matches/{place}/abort", reason=_reason())
    return _acted("aborted", f"/operators/matches/{place}", match=place)


@operators.post(f"/matches/{PLACE}/adjudicate")
@limit(OPERATE)
def adjudicate_match(place: str) -> Response:
    send_as_operator(GAME_COMMAND.name, f"/matches/{place}/adjudicate", places=_places(), reason=_reason())
    return _acted("adjudicated", f"/operators/matches/{place}", match=place)


@operators.post(f"/tables/{PLACE}/close")
@limit(OPERATE)
def close_table(place: str) -> Response:
    """Where the table's last event announced a match, that match is called off: nothing comes after that event."""
    reason = _reason()
    if is_unstarted(site().streams, place):
        send_as_operator(GAME_COMMAND.name, f"/matches/{place}/abort", reason=reason)
    else:
        send_as_operator(MATCHMAKING.name, f"/tables/{place}/abort")
    return _acted("table_closed", f"/operators/matches/{place}", table=place, reason=reason)


def _reason() -> str:
    """Everybody who looks at the match reads it. Raises Malformed."""
    said = request.form.get("reason", "").strip()
    if not 1 <= len(said) <= LONGEST_REASON or not said.isprintable():
        sentence = marked("give a reason of 1 to {most} characters, on one line")
        raise Malformed(sentence, fields={"reason": [filled(sentence, {"most": LONGEST_REASON})]}, most=LONGEST_REASON)
    return said


def _places() -> list[int | None]:
    """By seat, `place-0` and so on: a number, or empty for none. Raises Malformed."""
    found: list[int | None] = []
    while (said := request.form.get(f"place-{len(found)}")) is not None:
        if said and not (said.isascii() and said.isdecimal() and len(said) < 3):
            raise Malformed("choose a place for each seat", fields={"places": ["choose a place for each seat"]})
        found.append(int(said) if said else None)
    return found


def _acted(what: str, address: str, **about: Any) -> Response:
    renew()
    log.info("operator_acted", operator=visiting_person(), what=what, **about)
    return make_response(redirect(f"{address}?done={what}", 303))


def _done() -> str | None:
    said = request.args.get("done")
    return said if said in DONE else None
