"""A personal link to one's seat: make it, show it, revoke it; open it elsewhere and be the same person there."""

import re

import segno
from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import SEAT, limit
from frontend.door.origins import came_from, origin
from frontend.pages.table import ID
from frontend.people.acting import players_at
from frontend.people.links import Seat
from frontend.people.sessions import change_to, forget, held_persons, hold, renew, visiting_person
from frontend.people.who import player_of, seat_name
from frontend.presentation.games import game_context
from frontend.presentation.reach import only_here
from frontend.presentation.seats import told_apart
from frontend.presentation.talk import sitting
from frontend.render import render
from frontend.site import site
from shared.annotations import Json
from shared.errors import NotAllowed, NotFound

seat = Blueprint("seat", __name__)
TABLE = re.compile("/[mt]/([a-z0-9]{12})(?![a-z0-9])")


@seat.get(f"/t/{ID}/seat")
def show(id_: str) -> Response:
    """For who sits there the link, if one was made; others read how to come back to their seat."""
    mine = Seat(visiting_person(), id_)
    token = site().links.of(mine) if player_of(mine.person) in sitting(site(), id_) else None
    return _unkept(render("seat", whole=True, seat={**_about(id_, mine.person), **_shown(token)}))


def _shown(token: str | None) -> Json:
    """The link by a name that other devices can open, if this machine has one; and a picture of it."""
    if token is None:
        return {"link": None, "picture": None, "only_here": None}
    path = f"/seat?link={token}"
    where = only_here(site().settings, origin(), path)
    reached = where["address"] if where else None
    link = reached or origin() + path
    picture = segno.make_qr(link, error="m").svg_data_uri(scale=6, border=3, light="#fff")
    return {"link": link, "picture": picture, "only_here": None if reached else where}


@seat.post(f"/t/{ID}/seat")
@limit(SEAT)
def make(id_: str) -> Response:
    person = visiting_person()
    if player_of(person) not in sitting(site(), id_):
        raise NotAllowed("you do not sit here in this browser, so there is no seat to link to")
    renew()
    site().links.made(Seat(person, id_))
    return make_response(redirect(f"/t/{id_}/seat", 303))


@seat.post(f"/t/{ID}/seat/revoke")
@limit(SEAT)
def revoke(id_: str) -> Response:
    renew()
    site().links.revoke(Seat(visiting_person(), id_))
    return make_response(redirect(f"/t/{id_}/seat", 303))


@seat.get("/seat")
@limit(SEAT)
def ask() -> Response:
    """Nothing changes before the button is pressed: programs fetch links only to show what they lead to."""
    found, token = _found(request.args.get("link", ""))
    about = {**_about(found.id, found.person), "token": token, "is_held": found.person in held_persons()}
    return _unkept(render("seat_opened", whole=True, seat={**about, "also": _names_beside(found.person)}))


@seat.post("/seat")
@limit(SEAT)
def open_link() -> Response:
    found, _ = _found(request.form.get("link", ""))
    hold(found.person)
    return make_response(redirect(_home(found.id), 303))


@seat.post("/persons/change")
def change() -> Response:
    """Back to the page, unless somebody else of this browser sits there and goes on acting."""
    person, page = _held(), came_from() or "/"
    change_to(person)
    of_table = TABLE.match(page)
    is_theirs = of_table is None or player_of(person) in players_at(site().streams, of_table[1])
    return make_response(redirect(page if is_theirs else "/", 303))


@seat.post("/persons/forget")
def leave() -> Response:
    forget(_held())
    return make_response(redirect(came_from() or "/", 303))


def _held() -> str:
    person = request.form.get("person", "")
    if person not in held_persons():
        raise NotAllowed("you are not this person in this browser")
    return person


def _found(token: str) -> tuple[Seat, str]:
    found = site().links.find(token) if token.isascii() and len(token) <= 100 else None
    if found is None:
        raise NotFound("this personal link is no longer valid: make a new one in the browser where you sit")
    return found, token


def _about(id_: str, person: str) -> Json:
    """`name` is what the person is called at this table."""
    match, table = site().streams.blind.load(f"match:{id_}").state, site().streams.tables.load(f"table:{id_}").state
    players = [player for player in sitting(site(), id_) if player]
    names = site().accounts.names(players)
    called = dict(zip(players, told_apart([seat_name(names, player) for player in players]), strict=True))
    source = match.started or table.opened
    return {
        "id": id_,
        "name": called.get(player_of(person)) or site().accounts.name(person),
        "sits": player_of(person) in players,
        "players": list(called.values()),
        "game": game_context(source.game if source else ""),
        "home": _home(id_),
        "is_match": match.started is not None,
    }


def _names_beside(person: str) -> list[str]:
    """Who else the visitor is in this browser."""
    others = [player_of(each) for each in held_persons() if each != person]
    return [*site().accounts.names(others).values()]


def _home(id_: str) -> str:
    return f"/m/{id_}" if site().streams.ledger.last(f"match:{id_}") else f"/t/{id_}"


def _unkept(page: str) -> Response:
    """A page with a secret: neither a browser's history nor anybody between keeps it."""
    answer = make_response(page)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
