"""Tables: open one, meet there, fill it, give it up."""

from typing import Any

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.limits import OPEN, SIT, limit
from frontend.door.origins import origin
from frontend.pages.commands import answered, has_all, number_in_form, send
from frontend.people.sessions import visiting_person
from frontend.presentation.games import games_context
from frontend.presentation.table import table_context
from frontend.presentation.talk import sitting, talk_context
from frontend.problems import problem_of
from frontend.render import render
from frontend.site import site
from shared.annotations import Json
from shared.games.registry import GAMES
from shared.ledger.forms.schema import from_text

table = Blueprint("table", __name__)
ID = "<string(length=12):id_>"


@table.get("/tables/new")
def new() -> str:
    visiting_person()
    return render("tables_new", games=games_context(), chosen={}, error=None, whole=True)


@table.post("/tables/new")
@limit(OPEN)
def open_table() -> Response:
    game = request.form.get("game", "")
    try:
        opened = send(
            "matchmaking",
            "/tables",
            game=game,
            options=_options(game),
            seats=number_in_form("seats", 2),
            listed=request.form.get("listed", "yes") == "yes",
            bots=[],
        )
    except Refusal as refusal:
        error = problem_of(refusal.status, refusal.verdict)
        shown = render("tables_new", games=games_context(), chosen=request.form, error=error, whole=True)
        return make_response(shown, refusal.status)
    return make_response(redirect(f"/t/{opened['id']}", 303))


def _options(game: str) -> Json:
    """Those of the form that the game has, as the values that its form offered."""
    offered: list[Json] = next((each["options"] for each in games_context() if each["slug"] == game), [])
    said = {option["name"]: request.form[option["name"]] for option in offered if option["name"] in request.form}
    return from_text(GAMES[game].options, said) if said else {}


@table.get(f"/t/{ID}")
def show(id_: str) -> Response | tuple[str, int]:
    context = _context(id_)
    # The match starts after the table's last event, so a closed table is always shown again.
    if context["status"] != "closed" and has_all(context["version"]):
        return "", 204
    if context["match_url"] and "have" not in request.args:
        return make_response(redirect(context["match_url"], 303))
    return make_response(_rendered(context))


@table.post(f"/t/{ID}/sit")
@limit(SIT)
def sit(id_: str) -> Response:
    return _ordered(id_, "seats", nonce_hash=request.form.get("nonce_hash") or None, seat=_seat())


@table.post(f"/t/{ID}/leave")
@limit(SIT)
def leave(id_: str) -> Response:
    return _ordered(id_, "leave")


@table.post(f"/t/{ID}/bots")
@limit(SIT)
def seat_bot(id_: str) -> Response:
    return _ordered(id_, "bots", bot=request.form.get("bot", ""), seat=_seat())


@table.post(f"/t/{ID}/unseat")
@limit(SIT)
def send_away(id_: str) -> Response:
    return _ordered(id_, "unseat", seat=number_in_form("seat"), player=request.form.get("player", ""))


@table.post(f"/t/{ID}/nonce")
@limit(SIT)
def show_nonce(id_: str) -> Response:
    return _ordered(id_, "nonces", nonce=request.form.get("nonce", ""))


@table.post(f"/t/{ID}/close")
@limit(SIT)
def close(id_: str) -> Response:
    return _ordered(id_, "close")


def _seat() -> int | None:
    """The seat that is wanted, where one is named."""
    return number_in_form("seat") if request.form.get("seat") else None


def _ordered(id_: str, what: str, **body: Any) -> Response:
    return answered(
        lambda: send("matchmaking", f"/tables/{id_}/{what}", **body),
        lambda error: _rendered(_context(id_, error)),
        f"/t/{id_}",
    )


def _rendered(context: Json) -> str:
    id_ = context["id"]
    return render("table", table=context, talk=talk_context(site(), id_, sitting(site(), id_), visiting_person()))


def _context(id_: str, error: Json | None = None) -> Json:
    return table_context(site(), id_, visiting_person(), origin(), error)
