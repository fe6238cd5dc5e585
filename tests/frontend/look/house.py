"""The product in this process, with tables and matches that are really made in it: where sample pages come from.

A sample page is what the product's own view hands to its template when somebody asks for an address.
"""

import os
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from flask import Flask, template_rendered
from flask.testing import FlaskClient
from jinja2 import Template
from werkzeug.test import TestResponse

import frontend.talk
from frontend.app import create_app
from frontend.door import services as connections
from frontend.door.ask import Services
from frontend.people.coached import Coaching
from frontend.presentation.coach import moves_of
from frontend.presentation.seen import look
from frontend.site import NAME, Site
from shared.annotations import Json
from shared.language import language
from shared.ledger.decider import Message
from shared.ledger.envelope import stamp
from shared.platform.player import as_player
from shared.platform.streams import Streams
from shared.services import SERVICES
from shared.settings import Settings, settings
from shared.web.ledger import absences
from shared.web.ledger import streams as streams_of_services
from tests.frontend.ways import InProcess
from tests.servers import running_server

CLEO, ADA, BART, EVE = "cleopatra001", "adalovelace1", "bartholomew1", "evewhowatch1"
DORA = "dorothea0001"  # has played a lot (played.py)
NAMES = {CLEO: "Cleo", ADA: "Ada", BART: "Bartholomew of Antwerp", DORA: "Dora"}
LONG = {CLEO: "W" * 24, ADA: "\N{CJK UNIFIED IDEOGRAPH-5EFA}" * 24, BART: "w" * 24}
# Wide signs, others that are put together from several, and those that are read from the right.
ODD = {CLEO: "\N{CONSTRUCTION WORKER}" * 24, ADA: "\N{HEBREW LETTER SHIN}" * 24, BART: "\N{ARABIC LETTER SEEN}" * 24}
BEGUN = datetime(2026, 3, 1, 12, tzinfo=UTC)
FLASKS = {"request", "session", "g", "csrf_token", "csrf_meta_tag"}  # of a request, which is over
Page = tuple[str, Json]


class House:
    """Time stands still but for one second a command, and seeds are fixed: the same pages each time."""

    def __init__(self, url: str, var: Path) -> None:
        self.environ = {"REDIS_URL": url, "URBANIST_VAR": str(var)}
        self.app: Flask = create_app(Settings.from_environ(self.environ))
        self.app.config["WTF_CSRF_ENABLED"] = False
        self.site: Site = self.app.extensions[NAME]
        self.streams = Streams(self.site.streams.ledger)
        self.commands = 0
        self.secrets: dict[str, str] = {}  # of the sessions of people with an account
        self.drawn: deque[Page] = deque(maxlen=1)
        template_rendered.connect(self._note, self.app)
        for handler in (self.streams.tables, self.streams.matches, self.streams.scores, self.streams.tournaments):
            handler.now, handler.salt = self.now, self.salt
        self.name(NAMES)
        for person in NAMES:
            self.site.coached.leave(as_player(person))  # but where a page is about the coach
        with self.services_here():
            made = {each.name: import_module(each.module).create_app() for each in SERVICES}
        services: Services = self.app.extensions[connections.NAME]
        services.ways = {name: InProcess(app) for name, app in made.items()}

    def _note(self, sender: Flask, template: Template, context: Json, **more: Any) -> None:
        self.drawn.append((str(template.name), after_the_request(context)))

    def now(self) -> datetime:
        return BEGUN + timedelta(seconds=self.commands)

    def salt(self) -> bytes:
        return sha256(f"salt:{self.commands}".encode()).digest()[:16]

    def name(self, names: Mapping[str, str]) -> None:
        for person, name in names.items():
            self.site.accounts.rename(person, name)

    @contextmanager
    def called(self, names: Mapping[str, str]) -> Iterator[None]:
        """People have other names meanwhile."""
        self.name(names)
        yield
        self.name(NAMES)

    @contextmanager
    def coaching(self, person: str, id_: str, lesson: int) -> Iterator[None]:
        """The coach is at this lesson in a match."""
        player, moves = as_player(person), moves_of(look(self.site, id_, person))
        self.site.coached.ask(player, Coaching(id_, moves + 1 - lesson))
        yield
        self.site.coached.leave(player)

    def command(self, kind: str, id_: str, by: str, command: Any) -> None:
        self.commands += 1
        handlers: dict[str, Any] = {
            "table": self.streams.tables,
            "match": self.streams.matches,
            "score": self.streams.scores,
            "tournament": self.streams.tournaments,
        }
        cause = f"command-{self.commands}"
        handlers[kind].handle(Message(stream=f"{kind}:{id_}", by=by, cause=cause, command=command))

    def say(self, id_: str, person: str, text: str) -> None:
        """A minute after the line before it."""
        at = BEGUN + timedelta(minutes=self.site.talk.version(id_) + 1)
        with patch.object(frontend.talk, "stamp", lambda _: stamp(at)):
            self.site.talk.say(id_, person, text, f"said-at-{at:%H-%M}")

    def get(self, person: str, address: str, status: int = 200, also: tuple[str, ...] = ()) -> Page:
        return self._page(self.visitor(person, also).get(address), status)

    def post(self, person: str, address: str, status: int = 200, **form: str | list[str]) -> Page:
        with self.services_here():
            return self._page(self.visitor(person).post(address, data=form), status)

    def _page(self, answer: TestResponse, status: int) -> Page:
        """The template of the answer, and what it was given."""
        assert answer.status_code == status, (answer.status, answer.location)
        return self.drawn.pop()

    def visitor(self, person: str, also: tuple[str, ...] = ()) -> FlaskClient:
        """A browser in which somebody is this person, and others too."""
        client = self.app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language()
        with client.session_transaction() as session:
            session["person"], session["persons"] = person, [person, *also]
            session["signed"] = {each: self.secrets[each] for each in (person, *also) if each in self.secrets}
        return client

    @contextmanager
    def services_here(self) -> Iterator[None]:
        """Services read their settings from the environment, once."""
        with patch.dict(os.environ, self.environ):
            for cached in (settings, streams_of_services, absences):
                cached.cache_clear()
            yield
        for cached in (settings, streams_of_services, absences):
            cached.cache_clear()


def after_the_request(context: Json) -> Json:
    """What a view gave to its template, without what only lives as long as its request."""
    visitor = (context["person"], *context["others"])
    leaving = {each["id"]: context["can_be_forgotten"](each["id"]) for each in visitor}
    kept = {name: value for name, value in context.items() if name not in FLASKS}
    return {**kept, "can_be_forgotten": leaving.__getitem__}


@contextmanager
def opened() -> Iterator[House]:
    with ExitStack() as stack:
        var = Path(stack.enter_context(TemporaryDirectory(prefix="urbanist-"))) / "var"
        yield House(stack.enter_context(running_server(var)), var)
