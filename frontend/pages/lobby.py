"""The front page: play now, join, watch, go on."""

from flask import Blueprint, Response, abort, make_response, redirect, request

from frontend.door.limits import OPEN, limit
from frontend.pages.commands import cause, number_in_form, send
from frontend.pages.live import Answer
from frontend.pages.live import show as show_part
from frontend.people.sessions import visiting_person
from frontend.people.who import player_of
from frontend.presentation.games import options_in
from frontend.presentation.lobby import ListPage, list_context
from frontend.presentation.parts import LOBBY
from frontend.render import render
from frontend.site import site
from shared.bots import USUAL_BOT
from shared.errors import Malformed
from shared.games.registry import GAMES

lobby = Blueprint("lobby", __name__)
MOST_BOTS = 19


@lobby.get(LOBBY.address)
def show() -> Answer:
    return show_part(LOBBY)


@lobby.get("/lists/<any(open, running, finished, mine):name>")
def show_list(name: str) -> Response:
    """A whole list, of which the front page shows the newest entries; `?page=` counts from 1."""
    text = request.args.get("page", "1")
    if not (text.isascii() and text.isdecimal() and len(text) < 7 and int(text)):
        abort(404)
    context: ListPage = {"list": list_context(site(), visiting_person(), name, int(text))}
    return make_response(render("list", whole=True, **context))


@lobby.post("/play")
@limit(OPEN)
def play() -> Response:
    """One click opens a table with bots, or one for a rematch, takes a seat there and goes there.

    Without scripts the visitor sits down at once, without a nonce; scripts sit down once they have seen the commitment.
    """
    key, match = cause()[:56], request.form.get("rematch")
    if request.form.get("waits") == "no":  # the page on which one waits for people offers bots
        send("matchmaking", "/tables/queue/leave", cause=f"{key}-leave")
    id_ = _table_of_rematch(match, key) if match else _table_with_bots(key)
    if request.form.get("sit") != "later" and site().streams.table(id_).state.seat_of(_me()) is None:
        send("matchmaking", f"/tables/{id_}/seats", nonce_hash=None, cause=f"{key}-sit")
    return make_response(redirect(f"/t/{id_}", 303))


def _me() -> str:
    return player_of(visiting_person())


def _table_of_rematch(match: str, key: str) -> str:
    return str(send("matchmaking", "/tables/rematch", match=match, cause=key)["id"])


def _table_with_bots(key: str) -> str:
    """The service says whether the game can be played by so many, or alone."""
    bots = number_in_form("bots", 1)
    game = request.form.get("game") or next(iter(GAMES))
    if bots > MOST_BOTS:
        raise Malformed("choose how many bots play with you", fields={"bots": [f"0 to {MOST_BOTS}"]})
    options, bot = options_in(game, request.form), request.form.get("bot", USUAL_BOT)
    table = {"game": game, "options": options, "seats": bots + 1, "listed": False, "bots": [bot] * bots}
    return str(send("matchmaking", "/tables", **table, cause=key)["id"])
