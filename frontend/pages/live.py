"""What every page with a live part answers: the whole page, the part for htmx, or that there is nothing new."""

from flask import Response, make_response, request

from frontend.door.origins import origin
from frontend.people.sessions import visiting_person
from frontend.presentation.part import Part, Snapshot, Viewer
from frontend.render import render
from frontend.site import site
from shared.language import language

NOTHING_NEW = "", 204
Answer = Response | tuple[str, int]


def viewer() -> Viewer:
    return Viewer(visiting_person(), origin(), language())


def show(part: Part, id_: str = "") -> Answer:
    you, snapshot = viewer(), part.snapshot(site(), id_)
    return NOTHING_NEW if has_all(snapshot) else make_response(render(part.name, **snapshot.context(you)))


def has_all(snapshot: Snapshot) -> bool:
    """Whether the page that asks has this version already (`?have=`), and nothing can be added to it any more."""
    return not snapshot.is_final and request.args.get("have", type=int) == snapshot.version
