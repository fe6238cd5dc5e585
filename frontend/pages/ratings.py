"""Ratings: all pools, and who stands where in one."""

from flask import Blueprint

from frontend.people.sessions import known_person
from frontend.presentation.ladder import ladder_page, pools_page
from frontend.render import render
from frontend.site import site

ratings = Blueprint("ratings", __name__)


@ratings.get("/ratings")
def show() -> str:
    return render("ratings", whole=True, **pools_page(site(), known_person()))


@ratings.get("/ratings/<string(maxlength=80):pool>")
def show_pool(pool: str) -> str:
    """Raises NotFound."""
    return render("ladder", whole=True, **ladder_page(site(), pool, known_person()))
