"""Tournaments on real tables and in halls: what is printed and projected, and results that are entered by hand."""

from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.limits import SIT, limit
from frontend.door.origins import origin
from frontend.pages.commands import number_in_form, refused, send
from frontend.pages.tournaments import checked_round, drawn, looked
from frontend.presentation.parts import TOURNAMENT
from frontend.presentation.tournament.by_hand import calculator_of, places_of, points_in
from frontend.presentation.tournament.entries import ORGANISER, READER, RightContext, right_at
from frontend.presentation.tournament.form import Wrong
from frontend.presentation.tournament.hall import hall_context
from frontend.presentation.tournament.looked import Looked
from frontend.presentation.tournament.printed import pairings_context, slips_context
from frontend.presentation.tournament.rounds import TableContext, table_context
from frontend.problems import plainly, problem_of
from frontend.site import site
from shared.annotations import Json
from shared.errors import Malformed
from shared.marked import marked

tournament_rounds = Blueprint("tournament_rounds", __name__)
NOT_REAL = marked("players enter results only where it is played on real tables")
NOT_THERE = marked("only who sits at this table, or holds its sheet with the code, can say how it ended")
ROUND = f"{TOURNAMENT.address}/rounds/<int:number>"


@tournament_rounds.get(f"{TOURNAMENT.address}/hall")
def show_hall(id_: str) -> str:
    """For a projector. `?screen=` says which one of those that follow each other."""
    found = looked(id_)
    text = request.args.get("screen", "0")
    screen = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    return drawn("hall", found, hall=hall_context(found.shown, screen))


@tournament_rounds.get(f"{ROUND}/pairings")
def show_pairings(id_: str, number: int) -> str:
    found = looked(id_)
    return drawn("pairings", found, pairings=pairings_context(found.shown, checked_round(found, number)))


@tournament_rounds.get(f"{ROUND}/slips")
def show_slips(id_: str, number: int) -> str:
    """For every table a sheet, with a code that leads to the form for its result."""
    found = looked(id_)
    slips = slips_context(found.shown, checked_round(found, number), origin(), site().key)
    return drawn("slips", found, slips=slips, number=number)


@tournament_rounds.get(f"{ROUND}/tables/<int:table>")
def show_table(id_: str, number: int, table: int) -> str:
    found = looked(id_)
    at = _table(found, number, table)
    return _form(found, number, at, _right(found, number, table), {}, None)


@tournament_rounds.post(f"{ROUND}/tables/<int:table>")
@limit(SIT)
def enter_result(id_: str, number: int, table: int) -> Response:
    """By the organiser, whose word stands, or by its players."""
    found = looked(id_)
    at = _table(found, number, table)
    right = _right(found, number, table)
    if right["role"] == READER:
        why = NOT_REAL if right["own"] else NOT_THERE
        error = plainly(403, "not_allowed", why, marked("Ask whoever organises it."))
        return refused(error, lambda said: _form(found, number, at, right, {}, said))
    try:
        points = points_in(found.shown, at, request.form)
        body: Json = {"places": places_of(points, at, request.form), "points": [each or 0 for each in points]}
        said = _as_organiser() if right["role"] == ORGANISER else _as_player(right)
        what = "results" if right["role"] == ORGANISER else "entries"
        send("matchmaking", f"/tournaments/{id_}/{what}", round=number - 1, table=table - 1, **body, **said)
    except Malformed as verdict:
        wrong = {name: str(why[0]) for name, why in verdict.fields.items()}
        what, to_do = marked("some of it can't be understood"), marked("Correct it, then try again.")
        error = plainly(400, "malformed", what, to_do)
        return make_response(_form(found, number, at, right, wrong, error), 400)
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        error = problem_of(refusal.status, refusal.verdict)
        return refused(error, lambda said: _form(found, number, at, right, {}, said))
    if right["role"] == ORGANISER:
        return make_response(redirect(f"/tournaments/{id_}/rounds/{number}", 303))
    return make_response(redirect(f"{request.path}?{urlencode({'code': right['code'], 'done': 'yes'})}", 303))


def _as_organiser() -> Json:
    return {"note": request.form.get("note", "").strip() or None}


def _as_player(right: RightContext) -> Json:
    """Raises Malformed."""
    seat = right["own"] or number_in_form("seat", 0)
    if not seat and right["silent"]:
        raise Malformed("some of it can't be understood", fields={"seat": [marked("Say who you are.")]})
    return {"seat": seat - 1 if seat else None, "code": right["code"] or None}


def _right(found: Looked, number: int, table: int) -> RightContext:
    one = found.shown.held.rounds[number - 1]
    return right_at(found.shown, found.told, one, table - 1, request.args.get("code", ""), site().key)


def _table(found: Looked, number: int, table: int) -> TableContext:
    one = found.shown.held.rounds[checked_round(found, number)]
    if not 1 <= table <= len(one.tables):
        abort(404)
    return table_context(found.shown, one, table - 1)


def _form(
    found: Looked, number: int, table: TableContext, right: RightContext, wrong: Wrong, error: Json | None
) -> str:
    context = {
        "number": number,
        "table": table,
        "right": right,
        "calculator": calculator_of(found.shown, table),
        "wrong": wrong,
        "said": request.form.to_dict(),
        "is_said": request.args.get("done") == "yes",
    }
    return drawn("result", found, error, **context)
