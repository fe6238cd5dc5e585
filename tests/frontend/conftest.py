"""The pages in this process, with the real services behind them; listeners and workers go on when a test says so."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import StrictUndefined
from werkzeug.test import TestResponse

from frontend.app import create_app
from frontend.door import services as connections
from frontend.door.ask import Services
from frontend.presentation.part import Viewer
from frontend.site import NAME, Site
from frontend.sockets import live
from frontend.sockets.rendering import Renderer
from frontend.sockets.room import Rendering, Room
from shared.ledger.canonical import canonical
from shared.platform.streams import Streams
from shared.services import SERVICES
from shared.settings import settings
from tests.frontend.ways import InProcess, Nobody
from tests.ledger.keys import undocumented, unlisted
from tests.services.conftest import Platform, platform

__all__ = ["platform"]

NAMES = {prefix: service.name for service in SERVICES for prefix in service.prefixes}


@dataclass
class Pages:
    """`visitor` is a browser of its own; `settle` lets everything happen that follows from what was asked."""

    app: Flask
    site: Site
    services: Services
    platform: Platform

    @property
    def streams(self) -> Streams:
        return self.platform.streams

    def visitor(self) -> "Visitor":
        return Visitor(self.app.test_client())

    def settle(self) -> None:
        self.platform.settle()

    def stop(self, service: str) -> None:
        """Nobody answers at its address any more."""
        self.services.ways[service] = Nobody(service)

    def match(self, visitor: "Visitor", game: str = "quadropolis", bots: int = 1) -> str:
        """The id of a match with bots in which the visitor is called to move."""
        address = visitor.post("/play", game=game, bots=str(bots)).headers["Location"]
        self.settle()
        return address.rsplit("/", 1)[1]

    def open_table(self, visitor: "Visitor", **more: str) -> TestResponse:
        """Of expert mode with squares, as the form sends it."""
        options = {"mode": "expert", "squares": "true"}
        form: dict[str, Any] = {"game": "quadropolis", "seats": "2", "listed": "yes", **options}
        return visitor.post("/tables/new", **form | more)

    def expert_match(self, visitor: "Visitor") -> str:
        """The same as `match`, in expert mode with squares."""
        address = self.open_table(visitor).headers["Location"]
        visitor.post(f"{address}/bots", bot="greedy")
        visitor.post(f"{address}/sit")
        self.settle()
        return address.rsplit("/", 1)[1]

    def seated(self, game: str, seats: int) -> tuple[str, list["Visitor"]]:
        """The id of a match of so many people, and they by seat."""
        people = [self.visitor() for _ in range(seats)]
        table = people[0].post("/tables/new", game=game, seats=str(seats), listed="yes").headers["Location"]
        for person in people:
            person.post(f"{table}/sit")
        self.settle()
        id_ = table.rsplit("/", 1)[1]
        return id_, sorted(people, key=lambda person: int(person.seen(id_)["seat"]))

    def frames(self, id_: str, people: list[str | None]) -> list[str]:
        """The part that is pushed to a socket of each of them."""
        rendering = self.rendering("match", id_)
        audiences = [rendering.audience(Viewer(person, "http://localhost")) for person in people]
        parts = {audience: rendering.html(audience) for audience in audiences}
        return [parts[audience] for audience in audiences]

    def rendering(self, kind: str, id_: str) -> Rendering:
        """What sockets are shown of a room."""
        return self._renderer.render(Room(kind, id_))

    @cached_property
    def _renderer(self) -> Renderer:
        app = live.create_app()
        app.extensions["listening"].stop()
        return Renderer(app, self.site)


@dataclass
class Visitor:
    client: FlaskClient

    def get(self, address: str, htmx: bool = False, **more: Any) -> TestResponse:
        headers = {**more.pop("headers", {}), **({"HX-Request": "true"} if htmx else {})}
        return self.client.get(address, headers=headers, **more)

    def post(self, address: str, htmx: bool | str = False, **form: Any) -> TestResponse:
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.post(address, data={"csrf_token": self.token(), **form}, headers=headers)

    def token(self) -> str:
        return field(self.get("/").text, "csrf_token")

    @property
    def person(self) -> str:
        if self.get("/").status_code == 303:  # signed out, and told so once
            self.get("/")
        with self.client.session_transaction() as session:
            return str(session["person"])

    def seen(self, id_: str) -> dict[str, Any]:
        """The match through the public door."""
        found = self.get(f"/api/matches/{id_}").json
        assert found is not None
        return dict(found)

    def move(self, id_: str, seen: dict[str, Any] | None = None, **more: Any) -> TestResponse:
        """The first legal move of what was seen, or is now, sent as the page's form does."""
        seen = seen or self.seen(id_)
        form = {"turn": seen["turn"], "move": canonical(seen["legal_moves"][0]).decode(), "cause": "the-key-of-a-form"}
        return self.post(f"/m/{id_}/moves", **{**form, **more})


def field(page: str, name: str) -> str:
    """The value of a hidden field."""
    return page.split(f'name="{name}" value="', 1)[1].split('"', 1)[0]


@pytest.fixture
def pages(platform: Platform) -> Iterator[Pages]:
    app = create_app()
    app.jinja_env.undefined = StrictUndefined
    site: Site = app.extensions[NAME]
    services: Services = app.extensions[connections.NAME]
    services.ways = {NAMES[name]: InProcess(client.application) for name, client in platform.clients.items()}
    assert settings().var == site.settings.var
    yield Pages(app, site, services, platform)
    assert undocumented(platform.redis) == [], "docs/ledger.md says of each key what it holds, and for how long"
    assert unlisted(platform.redis) == [], "shared/people/kept.py lists all that is kept about people, and as what"
