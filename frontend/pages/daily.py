"""The daily deal: today's, those of earlier days, and the list of each. One click plays."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import OPEN, limit
from frontend.pages.commands import send
from frontend.people.sessions import visiting_person
from frontend.presentation.daily import daily_list_page, daily_page
from frontend.render import render
from frontend.site import site
from shared.platform.deals import Name

daily = Blueprint("daily", __name__)


@daily.get("/daily")
def show() -> str:
    return render("daily", whole=True, **daily_page(site(), None, visiting_person()))


@daily.get("/daily/<string(length=10):date>")
def show_day(date: str) -> str:
    """Raises DealNotFound."""
    return render("daily", whole=True, **daily_page(site(), date, visiting_person()))


@daily.get("/daily/<string(length=10):date>/<slug>")
def show_list(date: str, slug: str) -> str:
    """Raises DealNotFound."""
    return render("daily_list", whole=True, **daily_list_page(site(), Name(date, slug), visiting_person()))


@daily.post("/daily")
@limit(OPEN)
def play() -> Response:
    """The visitor's match of the deal in the form: a new one, or the one that they have begun."""
    id_ = send("game-command", "/matches/deals", deal=request.form.get("deal", ""), key=request.form.get("key") or None)["id"]
    return make_response(redirect(f"/m/{id_}", 303))
