"""Whatever the shortcut opens, the whole way opens alike; what it leaves alone is answered there."""

import socket
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from flask import Flask, session
from flask_wtf.csrf import validate_csrf
from gunicorn.config import Config
from gunicorn.http import get_parser
from gunicorn.http.wsgi import create
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.exceptions import HTTPException

from frontend.door.origins import check_host
from frontend.people.acting import choose_who_acts
from frontend.people.sessions import keep_sessions
from frontend.presentation.part import Viewer
from frontend.site import NAME
from frontend.sockets.admission import admit
from frontend.sockets.hub import Hub
from frontend.sockets.live import add_routes, hub, refused_by_http
from frontend.sockets.quotas import Quotas
from frontend.sockets.room import Rendering, Room
from frontend.sockets.shortcut import Shortcut
from frontend.sockets.visit import Visit
from frontend.sockets.watcher import Watcher
from shared.people.houses import Houses
from shared.people.watching import Watching
from shared.settings import Settings

MATCH, OTHER = "match0000001", "match0000002"
PATH = f"/m/{MATCH}/live?have=7&talk=2"
CLIENT = ("127.0.0.1", 40_000)
USUAL = {
    "Host": "play.example:8001",
    "Origin": "http://play.example:8000",
    "Connection": "keep-alive, Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64)",
    "X-Forwarded-For": "10.1.2.3",
}


class Both:
    """The whole way, from the parser on, and the shortcut, over one application and its quotas."""

    def __init__(self) -> None:
        self.settings = Settings.from_environ(
            {"PORT": "8000", "LIVE_PORT": "8001", "URBANIST_NAMES": "play.example", "URBANIST_PROXIES": "127.0.0.1"}
            | {"URBANIST_UNLIMITED": "10.9.0.0/16"}
        )
        self.app, self.houses = Flask("frontend", static_folder=None), Houses(cast(Any, None))
        folder = SimpleNamespace(kept=lambda stream: None)
        streams = cast(Any, SimpleNamespace(matches=SimpleNamespace(folder=folder)))
        watching = Watching(self.houses, streams, lambda player: False)
        self.app.extensions[NAME] = site = cast(Any, SimpleNamespace(settings=self.settings, watching=watching))
        keep_sessions(self.app, b"key")
        self.app.before_request(check_host)
        choose_who_acts(self.app, cast(Any, None))
        self.quotas = Quotas(3, 2, 3)
        admit(self.app, hub, lambda room: Rendering(7, lambda viewer: viewer, str), self.quotas)
        add_routes(self.app, self.quotas)
        self.app.register_error_handler(HTTPException, refused_by_http)
        self.shortcut = Shortcut(self.app, site, hub, self.quotas, cast(Any, SimpleNamespace(holds=lambda *_: True)))
        self.ours, self.theirs = socket.socketpair()
        here = Watcher(self.ours, Viewer(None))
        self.here = Visit(hub, here, {Room("match", MATCH): None}, lambda: None)

    def cookie(self, **said: Any) -> str:
        with self.app.test_request_context():
            made = cast(Any, self.app.session_interface).get_signing_serializer(self.app)
            return f"{self.app.config['SESSION_COOKIE_NAME']}={made.dumps(said)}"

    def short(self, head: bytes, client: Any = CLIENT) -> tuple[Any, Visit | None]:
        sock = cast(Any, SimpleNamespace(fileno=lambda: 1, send=len, visit=None))
        return self.shortcut.open(head, sock, client), sock.visit

    def whole(self, head: bytes) -> tuple[int, dict[str, str], Visit | None]:
        """As infra/web_worker.py has gunicorn do it."""
        config, sock = Config(), cast(Any, SimpleNamespace(fileno=lambda: 1, send=len, visit=None))
        config.set("forwarded_allow_ips", "127.0.0.1")
        try:
            request = next(get_parser(config, iter([head]), CLIENT))
        except Exception:
            return 400, {}, None
        found: list[Any] = []
        _, environ = create(request, sock, CLIENT, ("127.0.0.1", 8001), config)
        list(
            self.app(
                environ, cast(Any, lambda status, fields, error=None: found.append((int(status[:3]), dict(fields))))
            )
        )
        return (*found[0], sock.visit)


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    found = Both()
    found.here.begin()
    yield found
    found.here.end()
    found.ours.close()
    found.theirs.close()


def head(path: str = PATH, first: str = "GET {} HTTP/1.1", lines: str = "", **changed: str | None) -> bytes:
    fields = USUAL | {name.replace("_", "-"): value for name, value in changed.items()}
    said = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
    return f"{first.format(path)}\r\n{said}{lines}\r\n".encode("latin-1")


def check_alike(both: Both, asked: bytes) -> bool:
    """Whether the shortcut opened it; if so, the other way does the same."""
    fields, short = both.short(asked)
    if short:
        short.end()  # both start from the same quotas
    status, answered, whole = both.whole(asked)
    if whole:
        whole.end()
    if short is None:
        return False
    assert status == 101
    assert whole is not None
    assert answered == {"Connection": "Upgrade", **fields}
    assert short.rooms == whole.rooms
    assert short.watcher.viewer == whole.watcher.viewer
    assert short.watcher.inflates == whole.watcher.inflates
    assert short.gone.args == whole.gone.args  # type: ignore[attr-defined]  # who gives the socket back
    return True


def test_a_browsers_request_is_opened_at_once(both: Both):
    assert check_alike(both, head())
    assert check_alike(both, head(Sec_WebSocket_Extensions=None, X_Forwarded_For=None, Connection="Upgrade"))


@pytest.mark.parametrize(
    "path",
    [f"/m/{MATCH}/live", f"/m/{MATCH}/live?have=7", f"/m/{MATCH}/live?have=7&talk=-1", f"/m/{MATCH}/live?have=-1"],
)
def test_the_versions_that_a_page_has_are_read_alike(both: Both, path: str):
    assert check_alike(both, head(path))


@pytest.mark.parametrize(
    "changed",
    [
        {"Origin": "http://evil.example"},
        {"Origin": None},
        {"Host": "evil.example:8001"},
        {"Host": None},
        {"Host": "play.example:443"},
        {"Host": "play..example:8001"},
        {"Upgrade": "h2c"},
        {"Connection": "close"},
        {"Sec_WebSocket_Version": "8"},
        {"Sec_WebSocket_Key": "short"},
        {"Sec_WebSocket_Key": None},
        {"Content_Length": "0"},
        {"Expect": "100-continue"},
        {"Transfer_Encoding": "chunked"},
        {"lines": "Host: play.example:8001\r\n"},
        {"lines": "origin: http://play.example:8000\r\n"},
        {"lines": "X_Forwarded_For: 1.2.3.4\r\n"},
        {"lines": "X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off\r\n"},
        {"lines": "User Agent: x\r\n"},
        {"lines": " folded\r\n"},
        {"lines": "X: \x00\r\n"},
        {"lines": "X: a\nY: b\r\n"},
        {"lines": "".join(f"X-{number}: y\r\n" for number in range(60))},
        {"first": "HEAD {} HTTP/1.1"},
        {"first": "GET {} HTTP/1.0"},
        {"first": "GET http://play.example:8001{} HTTP/1.1"},
        {"path": f"/m/{OTHER}/live?have=7&talk=0"},
        {"path": f"/m/{MATCH}"},
        {"path": f"//m/{MATCH}/live"},
        {"path": f"/m/{MATCH}/live?talk=1&have=7"},
        {"path": "/health"},
    ],
)
def test_whatever_is_unusual_takes_the_whole_way(both: Both, changed: dict[str, str]):
    assert not check_alike(both, head(**changed))


def test_what_follows_the_head_is_read_on_the_whole_way(both: Both):
    assert both.short(head() + b"\x88\x80abcd") == (None, None)
    assert both.short(head()[:-1]) == (None, None)
    assert both.short(head(), client="a path") == (None, None)


LINES = st.lists(
    st.sampled_from(
        [
            "Accept-Language: de,en;q=0.9\r\n", "X-Forwarded-Proto: https\r\n", "X-Forwarded-Proto: http\r\n",
            "X-Forwarded-SSL: on\r\n", "Cookie: a=b; c\r\n", "Cookie: \"\r\n", "X:\r\n", "X:  two  \r\n", "x_y: z\r\n",
            "Content-Length: 5\r\n", "Upgrade: websocket\r\n", "SCRIPT-NAME: /m\r\n", "TE: trailers\r\n", "X: \xe9\r\n",
        ]
    ),
    max_size=3,
)  # fmt: skip
HOSTS = st.sampled_from(
    ["play.example:8001", "PLAY.example:8001", "127.0.0.1:8001", "[::1]:8001", "play.example:80", "a b"]
)
ORIGINS = st.sampled_from(
    ["http://play.example:8000", "http://PLAY.example:8000", "http://127.0.0.1:8000", "null", "http://["]
)
ADDRESSES = st.sampled_from(
    [None, "10.1.2.3", "10.9.2.3", "1.2.3.4, 10.1.2.3", "2001:db8::1", "nonsense", "127.0.0.1", ","]
)
OFFERS = st.sampled_from([None, "", "permessage-deflate", "permessage-deflate; server_max_window_bits=9", "x, y; z"])


@given(lines=LINES, host=HOSTS, origin=ORIGINS, address=ADDRESSES, offers=OFFERS)
def test_the_shortcut_never_opens_more_than_the_whole_way(
    both: Both, lines: list[str], host: str, origin: str, address: str | None, offers: str | None
):
    fields = {"Host": host, "Origin": origin, "X_Forwarded_For": address, "Sec_WebSocket_Extensions": offers}
    changed: dict[str, Any] = {**fields, "lines": "".join(lines)}
    check_alike(both, head(**changed))


def test_people_are_known_by_their_cookies(both: Both):
    ada = both.cookie(person="adaadaadaada", csrf_token="secret")
    assert check_alike(both, head(Cookie=ada))
    assert check_alike(both, head(Cookie=f"other=1; {ada}"))
    assert check_alike(both, head(Cookie=both.cookie(person="not an id")))
    assert check_alike(both, head(Cookie=ada[:-1]))  # signed by nobody
    _, visit = both.short(head(Cookie=ada))
    assert visit is not None
    visit.end()
    assert visit.watcher.viewer.person == "adaadaadaada"
    with both.app.test_request_context():
        session["csrf_token"] = "secret"
        validate_csrf(visit.watcher.token)  # raises ValidationError


def test_who_is_several_people_takes_the_whole_way(both: Both):
    assert both.short(head(Cookie=both.cookie(person="a" * 12, persons=["a" * 12, "b" * 12]))) == (None, None)


def test_who_was_never_shown_a_form_has_no_token(both: Both):
    _, visit = both.short(head())
    assert visit is not None
    visit.end()
    assert visit.watcher.token == ""


def test_nobody_gets_more_sockets_than_on_the_whole_way(both: Both):
    ada = head(Cookie=both.cookie(person="adaadaadaada"))
    held = [visit for _ in range(2) if (visit := both.short(ada)[1])]
    assert len(held) == 2
    assert both.short(ada) == (None, None)
    assert both.whole(ada)[0] == 429
    held += [visit for _ in range(2) if (visit := both.short(head())[1])]
    assert len(held) == 3
    assert both.whole(head(X_Forwarded_For="10.1.2.4"))[0] == 503
    for visit in held:
        visit.end()
    assert check_alike(both, ada)


def test_a_room_that_nobody_is_in_any_more_is_looked_up_again():
    empty, found = Hub(), Both()
    found.shortcut.hub = empty
    assert found.short(head()) == (None, None)
    found.ours.close()
    found.theirs.close()
