"""Calculators: the score of cities on a real table, with a reason for every point. The address holds all of it."""

from io import BytesIO

import segno
from flask import Blueprint, Response, abort, request

from frontend.door.limits import PICTURE, check
from frontend.door.origins import origin
from frontend.pages.steps import stepped
from frontend.people.sessions import visiting_person
from frontend.presentation.evenings import can_be_kept
from frontend.presentation.reach import only_here
from frontend.presentation.round import round_sheet
from frontend.presentation.sheet import entered
from frontend.render import render
from frontend.site import site
from shared.games.game import Calculator, Game
from shared.games.registry import GAMES

score = Blueprint("score", __name__)
KEPT = "public, max-age=3600"


@score.get("/score/<slug>")
def show(slug: str) -> Response:
    game, calculator = _counting(slug)
    visiting_person()
    sheet, found = round_sheet(game, calculator, entered(request.args.items(multi=True)))
    share = {
        "link": origin() + sheet["address"],
        "only_here": only_here(site().settings, origin(), sheet["address"]),
        "picture": sheet["address"].replace(f"/score/{slug}", f"/score/{slug}/qr.svg", 1),
    }
    about = {"slug": game.slug, "title": game.title}
    keeps = can_be_kept(sheet, found)
    return stepped(sheet, lambda: render("score", game=about, sheet=sheet, round=found, share=share, keeps=keeps))


@score.get("/score/<slug>/qr.svg")
def code(slug: str) -> Response:
    """The address of the calculator's page with the same query, as a QR code that other devices can follow."""
    _counting(slug)
    check(PICTURE)
    query = request.query_string.decode("ascii", "ignore")
    path = f"/score/{slug}?{query}" if query else f"/score/{slug}"
    where = only_here(site().settings, origin(), path)
    drawn = BytesIO()
    try:
        found = segno.make_qr((where["address"] if where else None) or origin() + path, error="l")
    except segno.DataOverflowError:
        abort(404)
    found.save(drawn, kind="svg", scale=4, border=3, light="#fff")
    answer = Response(drawn.getvalue(), content_type="image/svg+xml")
    answer.headers["Cache-Control"] = KEPT
    return answer


def _counting(slug: str) -> tuple[Game, Calculator]:
    game = GAMES.get(slug)
    if game is None or game.calculator is None:
        abort(404)
    return game, game.calculator
