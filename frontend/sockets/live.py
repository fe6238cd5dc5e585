"""The sockets: a process of its own that writes to browsers only."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import redis
from flask import Flask, Response, jsonify, request, session
from flask_sock import Sock
from flask_wtf.csrf import generate_csrf
from simple_websocket import Server
from werkzeug.exceptions import HTTPException

from frontend.door.origins import check_host
from frontend.people.acting import choose_who_acts
from frontend.people.sessions import keep_sessions, known_person
from frontend.presentation.part import Feed, Part
from frontend.presentation.parts import PARTS
from frontend.site import furnish, make_site, site
from frontend.sockets.admission import admit
from frontend.sockets.hub import Hub
from frontend.sockets.listening import Listening
from frontend.sockets.push import TOKEN
from frontend.sockets.quotas import Quotas
from frontend.sockets.rendering import Renderer
from frontend.sockets.room import Render, Room
from frontend.sockets.watcher import Watcher
from shared.errors import Unavailable, UrbanistError
from shared.ledger.redis import connect
from shared.log import configure
from shared.settings import Settings, settings
from shared.web.answers import operators, status_of

AWAY = "the server does not answer now"
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
    render = Renderer(app, made).render
    app.before_request(check_host)
    choose_who_acts(app, made.streams)
    admit(app, render, Quotas(chosen.live_sockets, chosen.sockets_of_a_person, chosen.sockets_of_an_address))
    add_routes(app, render)
    app.register_error_handler(UrbanistError, refused)
    app.register_error_handler(redis.RedisError, lambda error: refused(Unavailable(AWAY, reason=str(error))))
    app.register_error_handler(HTTPException, lambda error: in_words(error.code or 500, error.description or ""))
    app.wsgi_app = uncompressed(app.wsgi_app)  # type: ignore[method-assign]  # Flask's own way to wrap it
    listening = Listening(connect(made.settings.redis_url), hub, render, made.rows.version)
    app.extensions.update(listening=listening, at_work=listening.is_at_work, leave=lambda: hub.close_all(1012))
    listening.start()
    return app


def add_routes(app: Flask, render: Render) -> None:
    sock = Sock(app)
    for part in PARTS.values():
        sock.route(part.socket, endpoint=part.name)(watching(render, part))
    app.add_url_rule("/health", view_func=health)


def health() -> Response:
    site().streams.ledger.last("match:health")
    return jsonify(status="ok", sockets=hub.count)


def watching(render: Render, part: Part) -> Callable[..., None]:
    def watch_part(ws: Server, id_: str = "") -> None:
        watch(ws, render, part, id_)

    return watch_part


def watch(ws: Server, render: Render, part: Part, id_: str) -> None:
    """Until the visitor leaves; whatever the page says is ignored."""
    token = generate_csrf() if "csrf_token" in session else ""
    watcher = Watcher(ws.sock, known_person(), token, request.headers["Origin"])
    with ExitStack() as stack:
        for each in (part, *(PARTS[name] for name in part.hears)):
            room = Room(each.name, id_)
            stack.enter_context(hub.joined(room, watcher))
            hub.welcome(room, render, watcher, version_at_hand(each))
        while True:
            ws.receive()


def version_at_hand(part: Part) -> int | None:
    """The version that the page has of a part. Pages that name no line of a talk have none yet."""
    if part.feed is Feed.TALK:
        return request.args.get("talk", 0, type=int)
    return request.args.get("have", type=int)


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
