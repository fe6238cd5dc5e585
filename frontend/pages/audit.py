"""The proof of a match: a page that checks its record in the visitor's browser, and the chain that pages follow."""

from flask import Blueprint, Response, abort, request

from frontend.people.sessions import known_person
from frontend.people.who import player_of
from frontend.presentation.over import people_of
from frontend.presentation.parts import ID
from frontend.render import render
from frontend.site import site
from shared.errors import MatchNotFound
from shared.platform.player import is_person
from shared.web.host_key import public_host_key

audit = Blueprint("audit", __name__)


@audit.get(f"/m/{ID}/audit")
def show(id_: str) -> str:
    """Works for a table without a match and for an unreadable record too: the page says so. Raises NotShown."""
    site().watching.check_record(id_, player_of(known_person()))
    is_match = site().streams.ledger.last(f"match:{id_}") > 0
    if not is_match and not site().streams.ledger.last(f"table:{id_}"):
        raise MatchNotFound("there is no match {id}", id=id_)
    back = f"/m/{id_}" if is_match else f"/t/{id_}"
    played = [player for row in site().rows.of([id_.encode()]) for player in row.everybody]  # none of elsewhere
    names = site().accounts.names(filter(is_person, played))
    found = {
        "id": id_,
        "back": back,
        "imported": site().imported.of(id_),
        "people": people_of(site(), played),
        "has_anchors": site().anchors.last > 0,
        "names": names,
        "you": player_of(known_person()),
        "host_key": public_host_key(),
    }
    return render("audit", whole=True, audit=found)


@audit.get(f"/m/{ID}/chain")
def chain(id_: str) -> Response:
    """The envelopes of a match after the version `?after=`, a line each, byte for byte as they are stored.

    Envelopes are for everybody who may watch; sealed parts are not in them.
    """
    site().watching.check_record(id_, player_of(known_person()))
    after = request.args.get("after", "0")
    if not (after.isascii() and after.isdecimal() and len(after) < 10):
        abort(404)
    stored = site().streams.ledger.read(f"match:{id_}", int(after))
    if not stored and not site().streams.ledger.last(f"match:{id_}"):
        raise MatchNotFound("there is no match {id}", id=id_)
    return Response(b"".join(entry.envelope + b"\n" for entry in stored), mimetype="application/x-ndjson")
