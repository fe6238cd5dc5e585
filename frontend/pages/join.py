"""Where a pasted invitation leads; if it leads nowhere, the front page says why beside the field."""

from flask import Blueprint, make_response, redirect, request

from frontend.pages.live import NOTHING_NEW, Answer, has_all, viewer
from frontend.pasted import named_in
from frontend.presentation.lobby import LobbySnapshot
from frontend.presentation.parts import LOBBY
from frontend.render import asked_by_htmx, render
from frontend.sentences import Sentence
from frontend.site import site

join = Blueprint("join", __name__)
EMPTY = Sentence("Nothing was pasted: paste the link of a table or match, or its name.", is_whole=True)
NO_NAME = Sentence("There is no link in this: a link ends with /t/ or /m/ and twelve letters or digits.", is_whole=True)
NOT_HERE = Sentence(
    "No table or match here has this name. Open a link to another server in the address bar.", is_whole=True
)


@join.get("/t/")
def follow() -> Answer:
    """Once the match has started, the link of its table leads there too."""
    said = request.args.get("link", "")
    names = named_in(said)
    for name in names:
        if found := _address(name):
            return make_response(redirect(found, 303))
    you, snapshot = viewer(), LobbySnapshot(site())
    if asked_by_htmx() and has_all(snapshot):
        return NOTHING_NEW
    wrong = NOT_HERE if names else NO_NAME if said.strip() else EMPTY
    page = render(LOBBY.name, **snapshot.context(you), pasted={"said": said[:500], "wrong": wrong})
    return make_response(page, 200 if asked_by_htmx() else 404 if names else 400)  # news is no refusal


def _address(name: str) -> str | None:
    last = site().streams.ledger.last
    return next((f"/{kind[0]}/{name}" for kind in ("match", "table") if last(f"{kind}:{name}")), None)
