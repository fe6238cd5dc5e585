"""How a stream is opened: what there is to say first is an ordinary answer, which a thread makes; then it goes on.

So a program that lacks much is never told it faster than it reads, and one that polls is often answered at once.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

from flask import Flask, Response, abort, request

from frontend.bots.clients import Clients
from frontend.bots.cursor import Told, told_in
from frontend.bots.document import document
from frontend.bots.hub import Hub
from frontend.bots.listening import Listening
from frontend.bots.news import News
from frontend.bots.places import Places
from frontend.bots.stream import Program, Stream, as_line
from frontend.door.document import SERVER
from frontend.door.document import document as of_server
from frontend.door.gateway import DOCUMENTS
from frontend.door.limits import address, is_unlimited
from frontend.people.bearers import acting_bearer
from frontend.site import Site
from frontend.sockets.quotas import TOO_MANY_OF_ALL, Quotas
from shared.annotations import Json
from shared.errors import Malformed, NotAllowed, filled
from shared.ledger.redis import connect
from shared.marked import marked
from shared.roster import Offer

NAME = "bots"
LINES = "application/x-ndjson"
CLIENT = re.compile("[A-Za-z0-9._-]{1,40}")
LONGEST_POLL = 25  # seconds: some proxies give up after half a minute of silence
MOST = 2000  # streams of a process
OF_A_PERSON, OF_AN_ADDRESS = 50, 500
HEADERS = {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"}  # nginx passes each line on at once


class Streams:
    """What a process needs for them."""

    def __init__(self, site: Site) -> None:
        self.hub = Hub()
        self.news = News(site.streams, site.reservations, site.roster)
        self.roster, self.clients = site.roster, Clients(site.limits)
        self.quotas, self.places = Quotas(MOST, OF_A_PERSON, OF_AN_ADDRESS), Places()
        self.listening = Listening(
            connect(site.settings.redis_url), self.hub, self.news, self.roster, self.clients, site.tokens
        )

    def open(self, offer: Offer, said: Mapping[str, str]) -> Response:
        """Only what can go on takes the place of another stream of its name: whoever is refused ends nobody else's.

        Raises NotAllowed, Malformed, Unavailable.
        """
        if (bearer := acting_bearer()) is None:
            raise NotAllowed("a stream needs a token, so that it ends when the token is revoked")
        told = told_in(said["cursor"]) if "cursor" in said else None
        client, poll, sock = client_in(said), poll_in(said), connection()
        with ExitStack() as given_back:
            given_back.callback(self._taken())
            self.places.take(offer.player, client)
            given_back.callback(self.places.give_back, offer.player, client)
            lines, told = self._first(offer, told, is_poll=poll is not None)
            self.roster.announce(offer)
            who = Program(offer, client, self.clients.open(offer.player, client), bearer.person, bearer.id)
            if poll is not None and lines:
                return _answer(lines)
            ends = None if poll is None else time.monotonic() + poll
            gone = given_back.pop_all().close
        return self._going_on(lines, sock, gone, partial(Stream, self.hub, who, told, ends, sock, gone))

    def _first(self, offer: Offer, told: Told | None, *, is_poll: bool) -> tuple[list[Json], Told]:
        if told is None:
            told = {}
            return [self.news.snapshot(offer, told)], told
        begin = [] if is_poll else [self.news.resumed(offer, told)]
        return [*begin, *self.news.since(offer, told)], told

    def _going_on(self, lines: list[Json], sock: Any, gone: Callable[[], None], make: Callable[[], Stream]) -> Response:
        """The worker's loop has the connection once the lines are sent (infra/web_worker.py)."""
        handed_over: list[Stream] = []

        def body() -> Iterator[bytes]:
            yield from map(as_line, lines)
            handed_over.append(make())
            sock.visit, sock.is_open_ended = handed_over[0], True

        answer = _answer(lines)
        answer.response = body()
        answer.headers.pop("Content-Length", None)
        answer.call_on_close(lambda: None if handed_over else gone())
        self.listening.start()
        return answer

    def _taken(self) -> Callable[[], None]:
        """One of the streams that a person, an address and this process may have. What it returns gives it back."""
        bearer = acting_bearer()
        visitor = (bearer.person if bearer else None, None if is_unlimited() else address())
        why = self.quotas.take(*visitor)
        if why == TOO_MANY_OF_ALL:
            abort(503)
        if why:
            raise NotAllowed("too many streams are open for you or at your address: close some")
        return partial(self.quotas.give_back, *visitor)


def _answer(lines: list[Json]) -> Response:
    return Response(b"".join(map(as_line, lines)), headers=HEADERS, content_type=LINES)


def connection() -> Any:
    """That of the request, which goes on. Raises Malformed, NotAllowed.

    A request may have waited until its program gave it up and asked again: it must not take the place of the newer one.
    """
    sock = request.environ.get("gunicorn.socket")
    if sock is None or request.environ.get("SERVER_PROTOCOL") != "HTTP/1.1":
        raise Malformed("a stream needs HTTP/1.1, also of whatever passes it on", fields={})
    if sock.has_hung_up():
        raise NotAllowed("whoever asked for this stream has hung up")
    return sock


def client_in(said: Mapping[str, str]) -> str:
    client = said.get("client", "main")
    if not CLIENT.fullmatch(client):
        fields = {"client": [marked("1 to 40 letters, digits or ._-")]}
        raise Malformed("a client's name has 1 to 40 letters, digits or ._-", fields=fields)
    return client


def poll_in(said: Mapping[str, str]) -> int | None:
    """For how many seconds a program waits for news; None for a stream that stays."""
    text = said.get("poll")
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,2}", text) or int(text) > LONGEST_POLL:
        fields = {"poll": [filled(marked("A whole number of seconds from 0 to {longest}."), {"longest": LONGEST_POLL})]}
        raise Malformed("a poll waits for 0 to {longest} seconds", fields=fields, longest=LONGEST_POLL)
    return int(text)


def keep_bots(app: Flask, site: Site) -> None:
    streams = Streams(site)
    app.extensions[NAME] = streams
    app.extensions["leave"] = streams.listening.say_goodbye
    app.extensions[DOCUMENTS] = {NAME: document, SERVER: of_server}
