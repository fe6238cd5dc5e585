"""The product of the sample pages, open to browsers: what is asked is really answered, and what is sent is stored."""

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.frontend.look.house import CLEO
from tests.frontend.look.pages import environment
from tests.frontend.look.samples import house, play

_asked = threading.RLock()


class Answering(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"  # connections are kept

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass


def _one_by_one(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Services are in this process too, and read what tests patch."""
    with _asked:
        return [b"".join(house().app(environ, start))]


@contextmanager
def open_house() -> Iterator[str]:
    with house().services_here():
        server = make_server("127.0.0.1", 0, _one_by_one, threaded=True, request_handler=Answering)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            server.server_close()


def cookie_of(person: str) -> tuple[str, str]:
    """By which a browser is this person."""
    name = str(house().app.config["SESSION_COOKIE_NAME"])
    found = house().visitor(person).get_cookie(name)
    assert found is not None
    return name, found.value


class Visit:
    """Cleo's page of a match, with a socket through which it hears of what the others do."""

    def __init__(self, browser: Browser, at: str, id_: str, **how: Any) -> None:
        self.id = id_
        self.context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce", **how}
        )
        name, value = cookie_of(CLEO)
        self.context.add_cookies([{"name": name, "value": value, "url": at}])
        self.page: Page = self.context.new_page()
        self._sockets: list[WebSocketRoute] = []
        self.page.route_web_socket(re.compile("^ws"), lambda socket: self._sockets.append(socket))

    def open(self, at: str) -> Page:
        self.page.goto(f"{at}/m/{self.id}")
        self.page.wait_for_function("document.querySelector('.live').dataset.state === 'live'")
        return self.page

    def others_move(self, until: int) -> None:
        """Until this seat is called, each move stored and pushed."""
        while house().streams.match(self.id).state.called not in ((until,), ()):
            with _asked:
                play(self.id, 1)
                template, drawn = house().get(CLEO, f"/m/{self.id}")
                part = environment().get_template(template.replace("/page", "/_part")).render(drawn)
            self._sockets[-1].send(part)
