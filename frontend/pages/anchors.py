"""Anchors in time: a line an hour to keep elsewhere, as pages, as files and as a feed. None of them names a match."""

from flask import Blueprint, Response, abort, render_template

from frontend.door.origins import origin
from frontend.presentation.anchors import anchor_page, anchors_page
from frontend.render import render
from frontend.site import site

anchors = Blueprint("anchors", __name__)


@anchors.get("/anchors")
def show() -> str:
    return render("anchors", whole=True, **anchors_page(site().anchors))


@anchors.get("/anchors/feed")
def feed() -> Response:
    """Atom: readers and archives elsewhere keep what it said."""
    text = render_template("anchors/feed.xml", home=origin(), **anchors_page(site().anchors))
    return Response(text, content_type="application/atom+xml; charset=utf-8")


@anchors.get("/anchors/<int:number>")
def show_one(number: int) -> str:
    """Raises NotFound."""
    return render("anchor", whole=True, **anchor_page(site().anchors, number))


@anchors.get("/anchors/<int:number>.json")
def file(number: int) -> Response:
    """Byte for byte what its digest and its time stamp are of. Raises NotFound."""
    return as_file(site().anchors.of(number).to_bytes(), f"anchor-{number}.json", "application/json")


@anchors.get("/anchors/<int:number>.tsr")
def time_stamp(number: int) -> Response:
    if (token := site().anchors.token(number)) is None:
        abort(404)
    return as_file(token, f"anchor-{number}.tsr", "application/timestamp-reply")


def as_file(content: bytes, name: str, kind: str) -> Response:
    answer = Response(content, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
