"""Tables: open one, meet there, fill it, give it up."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.limits import OPEN, SIT, limit
from frontend.pages.commands import answered, number_in_form, number_shown, send
from frontend.pages.live import NOTHING_NEW, Answer, has_all, viewer
from frontend.people.sessions import visiting_person
from frontend.people.who import player_of
from frontend.presentation.clocks import PATIENCE, choices, clock_from
from frontend.presentation.games import games_context, options_in
from frontend.presentation.house import played_with
from frontend.presentation.parts import ID, TABLE
from frontend.presentation.table import PARTED, TableSnapshot
from frontend.problems import problem_of
from frontend.render import render
from frontend.site import site
from shared.annotations import Json
from shared.errors import NotShown
from shared.people.house import PRIVATE, Entry, Talkers, Watchers
from shared.platform.terms import DAY, USUAL, Clock, Terms, plain

table = Blueprint("table", __name__)
RATED_CLOCK = Clock("days", 3 * DAY)  # where nobody has chosen another one


@table.get("/tables/new")
def new() -> str:
    return _form({}, None)


def _form(chosen: Mapping[str, str], error: Json | None) -> str:
    guests, invited = played_with(site(), visiting_person()), request.form.getlist("invited")
    context = {
        "games": games_context(),
        "clocks": choices(),
        "patience": PATIENCE,
        "chosen": chosen,
        "guests": guests,
        "invited": invited,
    }
    return render("tables_new", whole=True, error=error, **context)


@table.post("/tables/new")
@limit(OPEN)
def open_table() -> Response:
    game, entry = request.form.get("game", ""), _entry()
    try:
        opened = send(
            "matchmaking",
            "/tables",
            game=game,
            options=options_in(game, request.form),
            seats=number_in_form("seats", 2),
            entry=entry,
            invited=_invited() if entry == Entry.PRIVATE else [],
            talk=request.form.get("talk", Talkers.SEATS),
            watch=request.form.get("watch", Watchers.ALL),
            hints=request.form.get("hints", "yes") == "yes",
            terms=plain(_terms()),
            bots=[],
        )
    except Refusal as refusal:
        error = problem_of(refusal.status, refusal.verdict)
        return make_response(_form(request.form, error), refusal.status)
    return make_response(redirect(f"/t/{opened['id']}", 303))


def _entry() -> str:
    """Pages of an earlier release say only whether the lobby lists the table."""
    usual = Entry.PUBLIC if request.form.get("listed", "yes") == "yes" else Entry.LINK
    return request.form.get("entry", usual)


def _invited() -> list[str]:
    """Whose boxes are ticked, and whose names or links stand in the lines."""
    lines = map(str.strip, request.form.get("names", "").splitlines())
    return [*request.form.getlist("invited"), *filter(None, lines)]


def _terms() -> Terms:
    """A rated match has a clock, and what was played stays played."""
    is_rated = request.form.get("rated") == "yes"
    clock = clock_from(request.form.get("clock", "none")) or (RATED_CLOCK if is_rated else None)
    out, absent = request.form.get("out", USUAL.out), number_in_form("absent", USUAL.absent)
    take_back = not is_rated and request.form.get("take_back", "yes") == "yes"
    substitutes = request.form.get("substitutes") == "yes"
    return Terms(clock, out, absent, is_rated, take_back, substitutes)


@table.get(TABLE.address)
def show(id_: str) -> Answer:
    """The match starts after the table's last event, so a closed table is always shown again.

    A private table is told from the others, and nothing more is said of it.
    """
    you, snapshot = viewer(), TableSnapshot(site(), id_)
    if not snapshot.is_for(player_of(you.person)):
        return _to_outsiders(snapshot)
    if has_all(snapshot):
        return NOTHING_NEW
    context = snapshot.context(you)
    if (match := context["table"]["match_url"]) and "have" not in request.args:
        return make_response(redirect(match, 303))
    if context["table"]["met"] == PARTED and you.person in snapshot.house.invited and "have" not in request.args:
        return make_response(redirect("/queue?said=parted", 303))
    return make_response(render(TABLE.name, **context))


def _to_outsiders(snapshot: TableSnapshot) -> Response:
    """Once the match has started, its own rules say who may watch it."""
    if "have" in request.args:
        raise NotShown(PRIVATE)
    if snapshot.company.table is None:
        return make_response(redirect(f"/m/{snapshot.id}", 303))
    return make_response(render("table_private", whole=True, id=snapshot.id), 403)


@table.post(f"/t/{ID}/invited")
@limit(SIT)
def invite(id_: str) -> Response:
    return _commanded(id_, "invited", invited=_invited())


@table.post(f"/t/{ID}/sit")
@limit(SIT)
def sit(id_: str) -> Response:
    return _commanded(id_, "seats", nonce_hash=request.form.get("nonce_hash") or None, key=request.form.get("key") or None, seat=_seat())


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
    return number_shown(f"/tables/{id_}/nonces", lambda error: _drawn(id_, error), f"/t/{id_}")


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
        lambda error: _drawn(id_, error),
        f"/t/{id_}",
    )


def _drawn(id_: str, error: Json | None) -> str:
    """The table after a command. Raises NotShown to whom it is closed."""
    you, snapshot = viewer(), TableSnapshot(site(), id_)
    if not snapshot.is_for(player_of(you.person)):
        raise NotShown(PRIVATE)
    return render(TABLE.name, **snapshot.context(you, error))
