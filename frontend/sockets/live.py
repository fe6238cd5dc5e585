"""The sockets: a process of its own that writes to browsers only."""

from collections.abc import Callable
from functools import partial

import redis
from flask import Flask, Response, abort, current_app, g, jsonify, request, session
from werkzeug.exceptions import HTTPException

from frontend.door.origins import check_host
from frontend.door.rights import ALL, keep_rights
from frontend.people.acting import choose_who_acts
from frontend.people.claims import Claims, check_claims
from frontend.people.sessions import held_persons, keep_sessions, known_person, secret_in
from frontend.presentation.part import Part, Viewer
from frontend.presentation.parts import PARTS
from frontend.sentences import Sentence
from frontend.site import furnish, make_site, site
from frontend.sockets.admission import admit
from frontend.sockets.hub import Hub
from frontend.sockets.languages import language_of
from frontend.sockets.listening import Listening
from frontend.sockets.presence import noting
from frontend.sockets.push import TOKEN
from frontend.sockets.quotas import Quotas
from frontend.sockets.rendering import Renderer
from frontend.sockets.room import watched_rooms
from frontend.sockets.shortcut import Shortcut
from frontend.sockets.signing import signing
from frontend.sockets.upgrading import can_inflate, upgrade
from frontend.sockets.verified import Verified
from frontend.sockets.visit import Visit
from frontend.sockets.warming import warm
from frontend.sockets.watcher import Watcher
from shared.errors import Unavailable, UrbanistError
from shared.ledger.redis import connect
from shared.log import configure
from shared.marked import marked
from shared.settings import Settings, settings
from shared.web.answers import operators, sentence_of, status_of
from shared.web.gate import SOCKET
from shared.web.spoken import speak_as_asked

AWAY = marked("the server is not answering")

hub = Hub()  # infra/gunicorn_live.py says goodbye through it


def create_app(chosen: Settings | None = None) -> Flask:
    configure("live")
    made = make_site(chosen or settings())
    chosen = made.settings
    app = Flask("frontend", static_folder=None)
    app.jinja_env.globals["csrf_token"] = lambda: TOKEN
    furnish(app, made)
    keep_sessions(app, made.key)
    render = Renderer(app, made).render
    note = noting(hub, made.ways, made.calls, made.signs, made.streams.matches.now)
    verified = Verified(Claims(made.accounts, made.sessions))
    listening = Listening(connect(chosen.redis_url), hub, render, made.rows.version, note, verified)
    app.before_request(listening.precedence.give_way)
    speak_as_asked(app, spoken_here)
    app.before_request(check_host)
    app.before_request(lambda: setattr(g, "forgotten", verified.forgotten))
    check_claims(app, verified.claims)
    app.before_request(lambda: refuse_the_signed_out(verified))
    choose_who_acts(app, made.streams)
    quotas = Quotas(chosen.live_sockets, chosen.sockets_of_a_person, chosen.sockets_of_an_address)
    admit(app, hub, render, quotas)
    add_routes(app, quotas)
    gate = keep_rights(app, "live", made.accounts)
    for_all = {part.name for part in PARTS.values() if gate.of(part.socket, SOCKET) >= ALL}
    app.register_error_handler(UrbanistError, refused)
    app.register_error_handler(redis.RedisError, lambda error: refused(Unavailable(AWAY, reason=str(error))))
    app.register_error_handler(HTTPException, refused_by_http)
    app.extensions.update(
        listening=listening,
        at_work=listening.is_at_work,
        leave=lambda: hub.close_all(1012),
        warm=lambda: warm(app, made),
        open_at_once=Shortcut(app, made, hub, quotas, verified, for_all).open,
        give_way=listening.precedence.give_way,
    )
    listening.start()
    return app


def add_routes(app: Flask, quotas: Quotas) -> None:
    for part in PARTS.values():
        app.add_url_rule(part.socket, endpoint=part.name, view_func=opening(part, quotas), websocket=True)
    app.add_url_rule("/health", view_func=health)


def health() -> Response:
    site().streams.ledger.last("match:health")
    return jsonify(status="ok", sockets=hub.count)


def refuse_the_signed_out(verified: Verified) -> None:
    """The page then looks for news by itself, and is led to where one signs in."""
    if "signed_out" not in g:  # nobody has looked into this cookie
        return
    if g.signed_out:
        abort(401, marked("this browser is signed out"))
    for person in held_persons():
        verified.note(person, secret_in(session, person), g.forgotten)


def opening(part: Part, quotas: Quotas) -> Callable[..., Response]:
    def open_socket(id_: str = "") -> Response:
        """The visit begins once the worker has sent the answer (infra/socket_worker.py)."""
        answer = upgrade(request.method, request.headers)
        sock, viewer = request.environ["gunicorn.socket"], viewer_here()
        inflates, secret = can_inflate(request.headers), secret_in(session, viewer.person)
        watcher = Watcher(sock, viewer, signing(current_app, session), inflates, secret)
        rooms = watched_rooms(part, id_, *versions_at_hand())
        sock.visit = Visit(hub, watcher, rooms, partial(quotas.give_back, *g.pop("socket_of")))
        return answer

    return open_socket


def viewer_here() -> Viewer:
    return Viewer(known_person(), request.headers["Origin"], spoken_here())


def spoken_here() -> str:
    return language_of(request.args.get("lang", ""), request.headers.get("Accept-Language", ""))


def versions_at_hand() -> tuple[int | None, int]:
    """Those that the page has of its part and of the talk. A page that names no talk line has none yet."""
    return request.args.get("have", type=int), request.args.get("talk", 0, type=int)


def refused(verdict: UrbanistError) -> Response:
    operators.hear(verdict)
    return in_words(status_of(verdict), Sentence(verdict.template, verdict.values).clause)


def refused_by_http(error: HTTPException) -> Response:
    """In our words, also where the library's own would be shown."""
    status, sentence = error.code or 500, error.description
    if type(error).__module__.startswith("werkzeug.") and sentence == type(error).description:
        sentence = None
    return in_words(status, Sentence(sentence or sentence_of(status)).clause)


def in_words(status: int, sentence: str) -> Response:
    return Response(f"{sentence}\n", status=status, content_type="text/plain; charset=utf-8")
