"""The one public door for programs: `/api/…` is passed on to the services with the visitor's identity, signed by us.

A program keeps the cookie that comes with the answer to its first POST: that is its identity. Or it brings a token and
acts for an account (bearers.py). Only method, path, query, content type and body reach a service, so no header of a
visitor can claim an identity.

Pages of other sites can't use a visitor's cookie here: the body has to be JSON, for which a browser first asks for a
permission that it doesn't get, and if a browser names the page's origin, it has to be ours. No browser adds a token by
itself, so whoever brings one may come from anywhere.
"""

import re

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request

from frontend.door.ask import Acts, Reply
from frontend.door.limits import ASK_BACK, COUNT, MOVE, OPEN, SIT, limit
from frontend.door.origins import is_own_origin
from frontend.door.services import services
from frontend.people.bearers import acting_bearer, identify, with_challenge
from frontend.people.sessions import known_person, renew, visiting_person
from frontend.presentation.api import calls, with_schemes
from frontend.site import site
from shared.platform.player import as_player
from shared.services import GAME_COMMAND, MATCHMAKING, SCORING, SERVICES
from shared.web.host_key import public_host_key

gateway = Blueprint("gateway", __name__, url_prefix="/api")

BY_PREFIX = {prefix: service for service in SERVICES for prefix in service.prefixes}
DOCUMENTS = "documents"  # those of calls that the frontend answers itself, by name
NAMES = [service.name for service in SERVICES]
OTHERS = MATCHMAKING.prefixes  # all with the same limit
FOR_PROGRAMS = (gateway.name, "remote_bots")  # blueprints
SEGMENT = re.compile("[A-Za-z0-9_-]{1,64}")
PASSED_BACK = ("Allow", "Content-Disposition", "Retry-After")

gateway.after_request(with_challenge)


def know_by_token() -> None:
    """Before the gate: a row of the table of rights may be for those alone who are somebody."""
    if request.blueprint in FOR_PROGRAMS:
        identify(site().tokens)


@gateway.get("/")
def document() -> str:
    """For people; each service describes itself."""
    documents = {name: services().send(name, "GET", "/openapi.json", asker()).json for name in NAMES}
    documents |= {name: describe() for name, describe in current_app.extensions[DOCUMENTS].items()}
    return render_template("api/page.html", services={name: calls(document) for name, document in documents.items()})


@gateway.get("/docs/<service>/openapi.json")
def openapi(service: str) -> Response:
    if describe := current_app.extensions[DOCUMENTS].get(service):
        return jsonify(with_schemes(describe(), current_app.config["SESSION_COOKIE_NAME"]))
    if service not in NAMES:
        abort(404)
    reply = services().send(service, "GET", "/openapi.json", looker())
    if not reply.json:
        return as_response(reply)
    return jsonify(with_schemes(reply.json, current_app.config["SESSION_COOKIE_NAME"]))


@gateway.get("/key")
def host_key() -> Response:
    """For everybody who wants to note it: records and receipts that this server signs name this key."""
    return jsonify({"host_key": public_host_key()})


@gateway.post("/tables")
@limit(OPEN)
def open_table() -> Response:
    return passed_on(MATCHMAKING.name, "/tables")


@gateway.post("/tournaments")
@limit(OPEN)
def open_tournament() -> Response:
    return passed_on(MATCHMAKING.name, "/tournaments")


@gateway.get("/tournaments")
def list_tournaments() -> Response:
    return passed_on(MATCHMAKING.name, "/tournaments")


@gateway.post("/tables/branches")
@limit(OPEN)
def open_branch() -> Response:
    return passed_on(MATCHMAKING.name, "/tables/branches")


@gateway.post("/tables/rematch")
@limit(OPEN)
def open_rematch() -> Response:
    return passed_on(MATCHMAKING.name, "/tables/rematch")


@gateway.post("/matches/deals")
@limit(OPEN)
def play_deal() -> Response:
    return passed_on(GAME_COMMAND.name, "/matches/deals")


@gateway.post("/matches/<match_id>/take-back")
@limit(ASK_BACK)
def ask_to_take_back(match_id: str) -> Response:
    return passed_on(GAME_COMMAND.name, f"/matches/{match_id}/take-back")


@gateway.post("/matches/<path:rest>")
@limit(MOVE)
def command_in_match(rest: str) -> Response:
    return passed_on(GAME_COMMAND.name, f"/matches/{rest}")


@gateway.post("/scoring/<path:rest>")
@limit(COUNT)
def count(rest: str) -> Response:
    """It changes nothing, so nobody needs an identity."""
    return passed_on(SCORING.name, f"/scoring/{rest}", looker())


@gateway.post(f"/<any({','.join(OTHERS)}):prefix>/<path:rest>")
@limit(SIT)
def command(prefix: str, rest: str) -> Response:
    return passed_on(BY_PREFIX[prefix].name, f"/{prefix}/{rest}")


@gateway.get("/<prefix>/<path:rest>")
def look(prefix: str, rest: str) -> Response:
    if prefix not in BY_PREFIX:
        abort(404)
    return passed_on(BY_PREFIX[prefix].name, f"/{prefix}/{rest}")


def passed_on(service: str, path: str, by: str | None = None, acts: Acts = as_player) -> Response:
    """The service's answer as it is, or 503 with a sentence if it gives none. `acts`: as a person, or as their bot."""
    if not all(SEGMENT.fullmatch(segment) for segment in path.removesuffix(".json")[1:].split("/")):
        abort(404)
    body = request.get_data()
    if request.method == "POST":
        check_sender()
    reply = services().send(
        service,
        request.method,
        path,
        by or asker(),
        params=list(request.args.items(multi=True)),
        body=body,
        acts=acts,
    )
    return as_response(reply)


def check_sender() -> None:
    if acting_bearer() is None and is_sent_by_another_site():
        abort(403)
    if not request.is_json:
        abort(415)


def is_sent_by_another_site() -> bool:
    origin = request.headers.get("Origin")
    if origin is not None and not is_own_origin(origin):
        return True
    return request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")


def asker() -> str:
    """Programs without a token get a cookie with their first command."""
    if request.method != "POST" or acting_bearer():
        return looker()
    person = visiting_person()
    renew()
    return person


def looker() -> str:
    """Whoever only looks needs no cookie."""
    return known_person() or "nobody"


def as_response(reply: Reply) -> Response:
    answer = Response(reply.content, status=reply.status, content_type=reply.content_type)
    for name in PASSED_BACK:
        if name.lower() in reply.headers:
            answer.headers[name] = reply.headers[name.lower()]
    return answer
