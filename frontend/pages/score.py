"""Calculators: the score of a city on a real table, with a reason for every point. The address holds all of it."""

from flask import Blueprint, Response, abort, request

from frontend.pages.steps import stepped
from frontend.presentation.sheet import entered, sheet_context
from frontend.render import render
from shared.games.registry import GAMES

score = Blueprint("score", __name__)


@score.get("/score/<slug>")
def show(slug: str) -> Response:
    game = GAMES.get(slug)
    if game is None or game.calculator is None:
        abort(404)
    asked = entered(request.args.items(multi=True))
    sheet = sheet_context(game.calculator, asked.values, f"/score/{slug}", "#score", unread=asked.unread)
    return stepped(sheet, lambda: render("score", game={"slug": game.slug, "title": game.title}, sheet=sheet))
