"""Who may open a socket: everything that can be refused is refused before it opens; the page polls then."""

from flask import Flask, Response, abort, g, request
from flask.sessions import SessionMixin

from frontend.door.limits import address, is_unlimited
from frontend.door.origins import hostname, netloc
from frontend.people.cookies import Cookies
from frontend.people.sessions import known_person
from frontend.presentation.part import Viewer
from frontend.presentation.parts import PARTS, TABLE
from frontend.site import site
from frontend.sockets.hub import Hub
from frontend.sockets.quotas import TOO_MANY_OF_ALL, Quotas
from frontend.sockets.room import Render, Rendering, Room
from shared.errors import NotShown
from shared.marked import marked
from shared.people.house import HIDDEN, PRIVATE
from shared.settings import Settings


class ReadCookies(Cookies):
    """Sockets never write a cookie, so the one that came isn't looked at a second time for where to write it."""

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Only pages do."""


def admit(app: Flask, hub: Hub, render: Render, quotas: Quotas) -> None:
    app.session_interface = ReadCookies()
    app.before_request(lambda: check_visit(hub, render, quotas))
    app.teardown_request(lambda _error: give_back(quotas))


def check_visit(hub: Hub, render: Render, quotas: Quotas) -> None:
    """Asks the ledger only about a room that nobody is in, as others were admitted, or that not everybody may be in.

    Raises NotFound, NotShown, Unavailable.
    """
    part = PARTS.get(request.endpoint or "")
    if part is None:
        return
    if not is_from_our_page(request.headers.get("Origin", ""), request.host, site().settings):
        abort(403, marked("sockets are for this site's own pages"))
    visitor = (known_person(), None if is_unlimited() else address())
    if why := quotas.take(*visitor):
        abort(503 if why == TOO_MANY_OF_ALL else 429, why)
    g.socket_of = visitor
    room = Room(part.name, (request.view_args or {}).get("id_", ""))
    if not hub.is_watched(room) or site().watching.is_known_to_be_hidden(room.id):
        check_admission(room, render(room), Viewer(visitor[0]))


def check_admission(room: Room, rendering: Rendering, viewer: Viewer) -> None:
    """Raises NotShown. Whoever slips in where others watch already is still shown nothing."""
    if rendering.admitted([viewer]):
        return
    if room.kind == TABLE.name:
        raise NotShown(PRIVATE)
    raise NotShown(HIDDEN)


def give_back(quotas: Quotas) -> None:
    if "socket_of" in g:
        quotas.give_back(*g.pop("socket_of"))


def is_from_our_page(origin: str, host: str, chosen: Settings) -> bool:
    """Pages and sockets share the host. The page's port is known, or the same behind a proxy, or may be any."""
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
