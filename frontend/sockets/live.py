"""The sockets: a process of its own that writes nothing but to browsers."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import redis
from flask import Flask, Response, abort, g, jsonify, request, session
from flask_sock import Sock
from flask_wtf.csrf import generate_csrf
from simple_websocket import Server
from werkzeug.exceptions import HTTPException

from frontend.door.limits import address, is_unlimited
from frontend.door.origins import check_host, hostname, netloc
from frontend.people.acting import choose_who_acts
from frontend.people.sessions import keep_sessions, known_person
from frontend.site import furnish, make_site, site
from frontend.sockets.hub import TOKEN, Hub, Room
from frontend.sockets.listening import Listening
from frontend.sockets.places import TOO_MANY_OF_ALL, Places
from frontend.sockets.showing import Showing
from frontend.sockets.watcher import Watcher
from shared.errors import Unavailable, UrbanistError
from shared.ledger.redis import connect
from shared.log import configure
from shared.settings import Settings, settings
from shared.web.answers import operators, status_of

PATHS = {"match": "/m/<id_>/live", "table": "/t/<id_>/live", "talk": "/t/<id_>/talk/live", "lobby": "/live"}
AWAY = "the server does not answer now"
TALKING = {"match", "table"}  # whose sockets hear the talk too
LARGEST_MESSAGE = 1024  # bytes; pages have nothing to say here

hub = Hub()  # infra/gunicorn_live.py says goodbye through it


def create_app(chosen: Settings | None = None) -> Flask:
    configure("live")
    made = make_site(chosen or settings())
    chosen = made.settings
    app = Flask("frontend", static_folder=None)
    app.config.update(SOCK_SERVER_OPTIONS={"max_message_size": LARGEST_MESSAGE})
    app.jinja_env.globals["csrf_token"] = lambda: TOKEN
    furnish(app, made)
    keep_sessions(app, made.key)
    showing = Showing(app, made)
    app.before_request(check_host)
    choose_who_acts(app, made.streams)
    places = Places(chosen.live_sockets, chosen.sockets_of_a_person, chosen.sockets_of_an_address)
    app.before_request(lambda: check_visit(showing, places))
    app.teardown_request(lambda _error: leave_place(places))
    add_routes(app, showing)
    app.register_error_handler(UrbanistError, refused)
    app.register_error_handler(redis.RedisError, lambda error: refused(Unavailable(AWAY, reason=str(error))))
    app.register_error_handler(HTTPException, lambda error: in_words(error.code or 500, error.description or ""))
    app.wsgi_app = uncompressed(app.wsgi_app)  # type: ignore[method-assign]  # Flask's own way to wrap it
    listening = Listening(connect(made.settings.redis_url), hub, showing.show, made.rows.version)
    app.extensions.update(listening=listening, at_work=listening.is_at_work, leave=lambda: hub.close_all(1012))
    listening.start()
    return app


def add_routes(app: Flask, showing: Showing) -> None:
    sock = Sock(app)
    for kind, path in PATHS.items():
        sock.route(path, endpoint=kind)(watching(showing, kind))
    app.add_url_rule("/health", view_func=health)


def health() -> Response:
    site().streams.ledger.last("match:health")
    return jsonify(status="ok", sockets=hub.count)


def watching(showing: Showing, kind: str) -> Callable[..., None]:
    def watch_room(ws: Server, id_: str = "") -> None:
        watch(ws, showing, Room(kind, id_))

    return watch_room


def watch(ws: Server, showing: Showing, room: Room) -> None:
    """Until the visitor leaves; what the page says is let go. Pages that name no line have none yet."""
    token = generate_csrf() if "csrf_token" in session else ""
    watcher = Watcher(ws.sock, known_person(), token, request.headers["Origin"])
    with ExitStack() as stack:
        for each in (room, Room("talk", room.id)) if room.kind in TALKING else (room,):
            have = request.args.get("talk", 0, type=int) if each.kind == "talk" else request.args.get("have", type=int)
            stack.enter_context(hub.joined(each, watcher))
            hub.welcome(each, showing.show, watcher, have)
        while True:
            ws.receive()


def check_visit(showing: Showing, places: Places) -> None:
    """Everything that can be refused is refused before the socket opens; the page polls then."""
    if request.endpoint not in PATHS:
        return
    if not is_from_our_page(request.headers.get("Origin", ""), request.host, site().settings):
        abort(403, "sockets are for this site's own pages")
    who = (known_person(), None if is_unlimited() else address())
    if why := places.take(*who):
        abort(503 if why == TOO_MANY_OF_ALL else 429, why)
    g.place = who
    showing.show(Room(request.endpoint, (request.view_args or {}).get("id_", "")))


def leave_place(places: Places) -> None:
    if "place" in g:
        places.leave(*g.pop("place"))


def is_from_our_page(origin: str, host: str, chosen: Settings) -> bool:
    """Pages and sockets share the host; the page's port is known, behind a proxy it is the same, else any."""
    page = netloc(origin)
    if page is None:
        return False
    if chosen.live_url is None:
        default = {"http": 80, "https": 443}.get(origin.partition(":")[0])
        whole = page if hostname(page) != page else f"{page}:{default}"
        return whole.lower() == f"{hostname(host)}:{chosen.port}".lower()
    if chosen.live_url.startswith("/"):
        return page.lower() == host.lower()
    return hostname(page).lower() == hostname(host).lower()


def uncompressed(serve: Any) -> Any:
    """Compression would cost 100 kB a socket."""

    def without_extensions(environ: dict[str, Any], start_response: Any) -> Any:
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        return serve(environ, start_response)

    return without_extensions


def refused(verdict: UrbanistError) -> Response:
    operators.hear(verdict)
    return in_words(status_of(verdict), str(verdict))


def in_words(status: int, sentence: str) -> Response:
    return Response(f"{sentence}\n", status=status, content_type="text/plain; charset=utf-8")
