"""The rules of a game on one page."""

from flask import Blueprint, abort

from frontend.presentation.sheet import calculator_of
from frontend.render import render
from shared.games.registry import GAMES

help_pages = Blueprint("help", __name__)


@help_pages.get("/help/<slug>")
def show(slug: str) -> str:
    if slug not in GAMES:
        abort(404)
    game = GAMES[slug]
    named = {"slug": game.slug, "title": game.title}
    return render("help", whole=True, game=named, calculator=calculator_of(game))
