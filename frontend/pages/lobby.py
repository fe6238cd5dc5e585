"""The front page: play now, join, watch, go on; and one's own name."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.limits import NAME, OPEN, limit
from frontend.pages.orders import cause, has_all, number_in_form, order
from frontend.presentation.lobby import lobby_context
from frontend.presentation.table import BOT
from frontend.render import render
from frontend.sessions import renew, visiting_person
from frontend.site import came_from, site
from shared.errors import Malformed
from shared.rules.games import GAMES

lobby = Blueprint("lobby", __name__)
MOST_BOTS = 19


@lobby.get("/")
def show() -> Response | tuple[str, int]:
    person = visiting_person()
    if request.args.get("have") is not None and has_all(site().rows.version()):
        return "", 204
    return make_response(render("lobby", **lobby_context(site(), person)))


@lobby.post("/play")
@limit(OPEN)
def play() -> Response:
    """One click, without scripts: open a table with bots, sit down without a nonce, go there."""
    bots = number_in_form("bots", 1)
    game = request.form.get("game") or next(iter(GAMES))
    if not 1 <= bots <= MOST_BOTS:
        raise Malformed("choose how many bots you play against", fields={"bots": [f"1 to {MOST_BOTS}"]})
    key, table = cause()[:56], {"game": game, "options": {}, "seats": bots + 1, "listed": False, "bots": [BOT] * bots}
    opened = order("matchmaking", "/tables", **table, cause=key)
    order("matchmaking", f"/tables/{opened['id']}/seats", nonce_hash=None, cause=f"{key}-sit")
    return make_response(redirect(f"/t/{opened['id']}", 303))


@lobby.post("/name")
@limit(NAME)
def rename() -> Response:
    """Back to where the form stood. Raises Malformed."""
    person = visiting_person()
    renew()
    site().accounts.rename(person, request.form.get("name", ""))
    return make_response(redirect(came_from() or "/", 303))
