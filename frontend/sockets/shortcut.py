"""Opens most sockets without a thread and without an application's whole way of handling a request.

It opens only what the whole way would open. All else takes that way, so every refusal has its words and its status from
there, and a room that nobody is in is looked up there.
"""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from typing import Any

from flask import Flask
from werkzeug.http import parse_cookie

from frontend.door.limits import address_of
from frontend.door.origins import HOST
from frontend.people.cookies import Cookies
from frontend.people.sessions import held_in, person_in, secret_in
from frontend.presentation.part import Viewer
from frontend.presentation.parts import PARTS
from frontend.site import Site
from frontend.sockets.admission import is_from_our_page
from frontend.sockets.hub import Hub
from frontend.sockets.languages import language_of
from frontend.sockets.plain import Plain, plain, room_at
from frontend.sockets.quotas import Quotas
from frontend.sockets.room import Room, watched_rooms
from frontend.sockets.signing import signing
from frontend.sockets.upgrading import VERSION, accepted, is_any_acceptable, is_key
from frontend.sockets.verified import Verified
from frontend.sockets.visit import Visit
from frontend.sockets.watcher import Watcher
from shared.addresses import among
from shared.web.names import is_ours

Session = Mapping[str, Any]


def viewer_of(asked: Plain, person: str | None) -> Viewer:
    return Viewer(person, asked.field("origin"), language_of(asked.language, asked.field("accept-language")))


class Shortcut:
    """The worker's loop asks it, so it never waits. It opens sockets of parts that everybody may watch, `for_all`."""

    def __init__(
        self,
        app: Flask,
        site: Site,
        hub: Hub,
        quotas: Quotas,
        verified: Verified,
        for_all: Collection[str] = frozenset(PARTS),
    ) -> None:
        self.for_all = for_all
        self.app, self.settings, self.hub, self.quotas = app, site.settings, hub, quotas
        self.verified = verified
        self.watching = site.watching
        self._are_ours: Callable[[str, str], bool] = lru_cache(1024)(self._find_ours)

    def open(self, head: bytes, sock: Any, client: Any) -> Mapping[str, str] | None:
        """Gives `sock` its visit and returns the fields of the answer; None if the request takes the whole way."""
        asked = plain(head)
        if asked is None or not (self.is_in_order(asked) and isinstance(client, tuple)):
            return None
        kind, id_ = room_at(asked.path) or ("", "")
        if kind not in self.for_all:
            return None
        said = self.session_of(asked)
        is_hidden = self.watching.is_known_to_be_hidden(id_)
        if not self.hub.is_watched(Room(kind, id_)) or len(held_in(said)) > 1 or is_hidden:
            return None
        visitor, secret = (person_in(said), self.address_of(asked, client[0])), secret_in(said, person_in(said))
        if not self.verified.holds(visitor[0], secret):
            return None
        inflates = is_any_acceptable(asked.field("sec-websocket-extensions"))
        watcher = Watcher(sock, viewer_of(asked, visitor[0]), signing(self.app, said), inflates, secret)
        rooms = watched_rooms(PARTS[kind], id_, asked.have, asked.talk)
        fields = accepted(asked.field("sec-websocket-key"), inflates)
        if self.quotas.take(*visitor):  # nothing below fails, so each is given back
            return None
        sock.visit = Visit(self.hub, watcher, rooms, partial(self.quotas.give_back, *visitor))
        return fields

    def is_in_order(self, asked: Plain) -> bool:
        return (
            asked.is_for_socket
            and asked.field("sec-websocket-version") == VERSION
            and is_key(asked.field("sec-websocket-key"))
            and asked.has_plain_host
            and self._are_ours(asked.field("host"), asked.field("origin"))
        )

    def _find_ours(self, host: str, origin: str) -> bool:
        is_name_ours = HOST.fullmatch(host) is not None and is_ours(host, self.settings)
        return is_name_ours and is_from_our_page(origin, host, self.settings)

    def session_of(self, asked: Plain) -> Session:
        interface, cookie = self.app.session_interface, asked.field("cookie")
        if not cookie:
            return {}
        assert isinstance(interface, Cookies)
        return interface.session_in(self.app, parse_cookie(cookie))

    def address_of(self, asked: Plain, found: str) -> str | None:
        """None for those whose sockets aren't limited."""
        where = address_of(found, asked.field("x-forwarded-for"), self.settings.proxies)
        return None if among(where, self.settings.unlimited) else where
