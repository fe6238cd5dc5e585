"""Tables: open one, meet there, fill it, give it up."""

from typing import Any

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.limits import OPEN, SIT, limit
from frontend.pages.commands import answered, number_in_form, send
from frontend.pages.live import NOTHING_NEW, Answer, has_all, viewer
from frontend.people.sessions import visiting_person
from frontend.presentation.games import OptionContext, games_context
from frontend.presentation.parts import ID, TABLE
from frontend.presentation.table import TableSnapshot
from frontend.problems import problem_of
from frontend.render import render
from frontend.site import site
from shared.annotations import Json
from shared.games.registry import GAMES
from shared.ledger.forms.schema import from_text

table = Blueprint("table", __name__)
NO_OPTIONS: list[OptionContext] = []


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
            hints=request.form.get("hints", "yes") == "yes",
            bots=[],
        )
    except Refusal as refusal:
        error = problem_of(refusal.status, refusal.verdict)
        shown = render("tables_new", games=games_context(), chosen=request.form, error=error, whole=True)
        return make_response(shown, refusal.status)
    return make_response(redirect(f"/t/{opened['id']}", 303))


def _options(game: str) -> Json:
    """The options in the form that the game has, as the values that its form offered."""
    offered = next((each["options"] for each in games_context() if each["slug"] == game), NO_OPTIONS)
    said = {option["name"]: request.form[option["name"]] for option in offered if option["name"] in request.form}
    return from_text(GAMES[game].options, said) if said else {}


@table.get(TABLE.address)
def show(id_: str) -> Answer:
    """The match starts after the table's last event, so a closed table is always shown again."""
    you, snapshot = viewer(), TableSnapshot(site(), id_)
    if has_all(snapshot):
        return NOTHING_NEW
    context = snapshot.context(you)
    if (match := context["table"]["match_url"]) and "have" not in request.args:
        return make_response(redirect(match, 303))
    return make_response(render(TABLE.name, **context))


@table.post(f"/t/{ID}/sit")
@limit(SIT)
def sit(id_: str) -> Response:
    return _commanded(id_, "seats", nonce_hash=request.form.get("nonce_hash") or None, seat=_seat())


@table.post(f"/t/{ID}/leave")
@limit(SIT)
def leave(id_: str) -> Response:
    return _commanded(id_, "leave")


@table.post(f"/t/{ID}/bots")
@limit(SIT)
def seat_bot(id_: str) -> Response:
    return _commanded(id_, "bots", bot=request.form.get("bot", ""), seat=_seat())


@table.post(f"/t/{ID}/unseat")
@limit(SIT)
def send_away(id_: str) -> Response:
    return _commanded(id_, "unseat", seat=number_in_form("seat"), player=request.form.get("player", ""))


@table.post(f"/t/{ID}/nonce")
@limit(SIT)
def show_nonce(id_: str) -> Response:
    return _commanded(id_, "nonces", nonce=request.form.get("nonce", ""))


@table.post(f"/t/{ID}/close")
@limit(SIT)
def close(id_: str) -> Response:
    return _commanded(id_, "close")


def _seat() -> int | None:
    """The seat that the form names, if it names one."""
    return number_in_form("seat") if request.form.get("seat") else None


def _commanded(id_: str, what: str, **body: Any) -> Response:
    return answered(
        lambda: send("matchmaking", f"/tables/{id_}/{what}", **body),
        lambda error: render(TABLE.name, **TableSnapshot(site(), id_).context(viewer(), error)),
        f"/t/{id_}",
    )
