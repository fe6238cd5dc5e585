"""The rules of a game on one page."""

from flask import Blueprint, abort

from frontend.render import render
from shared.rules.games import GAMES

help_pages = Blueprint("help", __name__)


@help_pages.get("/help/<slug>")
def show(slug: str) -> str:
    if slug not in GAMES:
        abort(404)
    game = GAMES[slug]
    return render("help", whole=True, game={"slug": game.slug, "title": game.title})
