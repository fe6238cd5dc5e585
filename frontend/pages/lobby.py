"""The front page: play now, join, watch, go on; and one's own name."""

from flask import Blueprint, Response, abort, make_response, redirect, request

from frontend.door.limits import NAME, OPEN, limit
from frontend.door.origins import came_from
from frontend.pages.commands import cause, has_all, number_in_form, send
from frontend.pages.rematch import table_of_rematch
from frontend.people.sessions import renew, visiting_person
from frontend.people.who import player_of
from frontend.presentation.lobby import list_context, lobby_context
from frontend.presentation.table import BOT
from frontend.render import render
from frontend.site import site
from shared.errors import Malformed
from shared.games.registry import GAMES

lobby = Blueprint("lobby", __name__)
MOST_BOTS = 19


@lobby.get("/")
def show() -> Response | tuple[str, int]:
    person = visiting_person()
    if request.args.get("have") is not None and has_all(site().rows.version()):
        return "", 204
    return make_response(render("lobby", **lobby_context(site(), person)))


@lobby.get("/lists/<any(open, running, finished, mine):name>")
def show_list(name: str) -> Response:
    """All of what the front page shows the newest of; `?page=` counts from 1."""
    text = request.args.get("page", "1")
    if not (text.isascii() and text.isdecimal() and len(text) < 7 and int(text)):
        abort(404)
    return make_response(render("list", whole=True, list=list_context(site(), visiting_person(), name, int(text))))


@lobby.post("/play")
@limit(OPEN)
def play() -> Response:
    """One click: a table with bots, or of a rematch, and a seat there; go there.

    Without scripts one sits down without a nonce; with them later, when the table's commitment has been seen.
    """
    key, match = cause()[:56], request.form.get("rematch")
    id_ = table_of_rematch(match, key) if match else _table_with_bots(key)
    if request.form.get("sit") != "later" and site().streams.table(id_).state.seat_of(_me()) is None:
        send("matchmaking", f"/tables/{id_}/seats", nonce_hash=None, cause=f"{key}-sit")
    return make_response(redirect(f"/t/{id_}", 303))


def _me() -> str:
    return player_of(visiting_person())


def _table_with_bots(key: str) -> str:
    """Whether the game can be played by so many, alone too, is the service's to say."""
    bots = number_in_form("bots", 1)
    game = request.form.get("game") or next(iter(GAMES))
    if bots > MOST_BOTS:
        raise Malformed("choose how many bots play with you", fields={"bots": [f"0 to {MOST_BOTS}"]})
    table = {"game": game, "options": {}, "seats": bots + 1, "listed": False, "bots": [BOT] * bots}
    return str(send("matchmaking", "/tables", **table, cause=key)["id"])


@lobby.post("/name")
@limit(NAME)
def rename() -> Response:
    """Back to where the form stood. Raises Malformed."""
    person = visiting_person()
    renew()
    site().accounts.rename(person, request.form.get("name", ""))
    return make_response(redirect(came_from() or "/", 303))
