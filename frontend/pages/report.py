"""Reports: whoever plays or watches tells the operators what another person did. They alone read it."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import REPORT, limit
from frontend.pages.commands import cause
from frontend.people.sessions import ID, renew, visiting_person
from frontend.presentation.report import report_page, reportable, sent_page, version_of
from frontend.problems import problem_of
from frontend.render import render
from frontend.site import site
from shared.errors import Malformed, NotAllowed
from shared.web.answers import said, status_of

report = Blueprint("report", __name__)


@report.get("/report")
def show() -> str:
    """`?about=` names a person, `?in=` a table or match."""
    return render("report", whole=True, **report_page(site(), visiting_person(), _asked("about"), _asked("in")))


@report.get("/report/sent")
def sent() -> str:
    return render("report", whole=True, **sent_page(site(), _asked("in")))


@report.post("/report")
@limit(REPORT)
def file() -> Response:
    """What was refused stays in the form."""
    person, about, place = visiting_person(), _typed("about"), _typed("in")
    kind, text = request.form.get("kind", ""), request.form.get("text", "")
    if about == person:
        raise NotAllowed("you can't report yourself")
    try:
        _file(person, about, place, kind, text)
    except (Malformed, NotAllowed) as verdict:
        status = status_of(verdict)
        error = problem_of(status, said(verdict))
        context = report_page(site(), person, about, place, kind, text, error)
        return make_response(render("report", whole=True, **context), status)
    return make_response(redirect(f"/report/sent?in={place}" if place else "/report/sent", 303))


def _file(person: str, about: str, place: str, kind: str, text: str) -> None:
    """Raises Malformed, NotAllowed, NotFound, NotShown."""
    if not about:
        raise Malformed("choose whom this is about", fields={"about": ["choose whom this is about"]})
    reportable(site(), person, about, place)
    renew()
    site().reports.file(person, about, place, version_of(site(), place), kind, text, cause())


def _asked(name: str) -> str:
    return _id(request.args.get(name, ""))


def _typed(name: str) -> str:
    return _id(request.form.get(name, ""))


def _id(said: str) -> str:
    """What is no id names nobody and nothing."""
    return said if ID.fullmatch(said) else ""
