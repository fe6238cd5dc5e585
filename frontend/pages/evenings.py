"""Our evenings: counts of real tables that the visitor keeps, on a page of their own."""

from datetime import UTC, datetime

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import EVENING, limit
from frontend.people.sessions import renew, visiting_person
from frontend.presentation.evenings import evening_of, evenings_page
from frontend.render import render
from frontend.site import site

evenings = Blueprint("evenings", __name__)


@evenings.get("/evenings")
def show() -> str:
    return render("evenings", whole=True, **evenings_page(site(), visiting_person()))


@evenings.post("/evenings")
@limit(EVENING)
def keep() -> Response:
    person = visiting_person()
    found = evening_of(request.form.get("count", ""), request.form.get("players", ""), datetime.now(UTC))
    renew()
    site().evenings.keep(person, found)
    return make_response(redirect("/evenings", 303))


@evenings.post("/evenings/remove")
@limit(EVENING)
def remove() -> Response:
    renew()
    site().evenings.remove(visiting_person(), request.form.get("evening", ""))
    return make_response(redirect("/evenings", 303))
