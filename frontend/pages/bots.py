"""Bots: all that can sit down, and each with what it failed at."""

from flask import Blueprint

from frontend.presentation.bots import bot_page, bots_page
from frontend.render import render
from frontend.site import site

bots = Blueprint("bots", __name__)


@bots.get("/bots")
def show() -> str:
    return render("bots", whole=True, **bots_page(site()))


@bots.get("/bots/<string(maxlength=31):name>")
def show_bot(name: str) -> str:
    return render("bot", whole=True, **bot_page(site(), name))
