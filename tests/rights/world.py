"""A server with somebody of each role, and with tables and matches where one of them sits and another is the owner."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import pytest
from flask import Flask

from frontend.people.sessions import SIGNED
from frontend.sockets import live
from services.game_command.matches import shown
from shared.ledger.anchors import Maker
from shared.ledger.archive import WholeLedger
from shared.platform.player import as_operator, as_player
from shared.rights import ROLES
from shared.roster import Kind, Offer, Plays
from shared.web.identity import HEADER, sign
from tests.frontend.conftest import Pages, Visitor, field
from tests.services.conftest import app_of

CAUSE = {"cause": "the-key-of-a-form"}
WITHOUT_COOKIE = ("nobody", "service")
OTHER = "zoe"  # plays too, and asks for nothing: what is private of her is in nobody's answer
HASHES: dict[str, Any] = {
    "account": {"state": "account"},
    OTHER: {"state": "account"},
    "organiser": {"state": "account", "roles": "organiser"},
    "operator": {"state": "account", "roles": "operator"},
}


class Place(NamedTuple):
    """At the table the seat's player has seat 0, OTHER seat 1, and two are free. In the match OTHER is called."""

    table: str
    match: str
    turn: int
    absent: int


@dataclass(frozen=True)
class Somebody:
    """As a browser that never takes a new cookie: each cell is tried by the same person."""

    id: str
    cookie: str = ""
    token: str = ""


class World:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.platform = pages, pages.platform
        self.redis: Any = pages.platform.redis
        self.people = {name: self._somebody(HASHES.get(name)) for name in (*ROLES, OTHER) if name not in WITHOUT_COOKIE}
        self.people |= {name: Somebody("nobody") for name in WITHOUT_COOKIE}
        for name in self.people:
            self._bot_of(name)
        self.live = live.create_app()
        self.live.extensions["listening"].stop()
        self.finished = self._finished()
        self.place = self.new_place()
        owner, other = self.people["owner"].id, self.people[OTHER].id
        self.report = pages.site.reports.file(owner, other, self.place.match, 1, "talk", "was loud", "of-the-world")
        for _, act in self.platform.tables.daily.duties():
            act()
        self._anchor()
        self.keep()

    def _anchor(self) -> None:
        """All of it is anchored and stamped."""
        ledger = self.pages.streams.ledger
        assert isinstance(ledger, WholeLedger)
        anchor = Maker(ledger, self.pages.site.anchors).make()
        assert anchor
        self.pages.site.anchors.put_token(anchor.number, b"a stamp")

    @property
    def deal(self) -> str:
        """One that everybody may play today."""
        return next(one.id for one in self.pages.site.days.on(self.pages.site.days.today))

    def _bot_of(self, name: str) -> None:
        """A remote bot of this person."""
        games = {"quadropolis": Plays((2, 3, 4), {})}
        offer = Offer(f"of_{name}", 1, Kind.REMOTE, games, 30, 1, self.people[name].id)
        self.pages.site.roster.register(offer)

    def app(self, application: str) -> Flask:
        prefixes = {"matchmaking": "tables", "game-command": "matches", "scoring": "scoring"}
        own = {"frontend": self.pages.app, "live": self.live}
        return own[application] if application in own else app_of(prefixes[application])

    def restore(self, role: str) -> None:
        """Make this person again what they were at first: they may have signed out or up, or left a session."""
        key = as_player(self.people[role].id)
        with self.redis.pipeline() as pipe:
            for name in (key, f"{key}:sessions"):
                pipe.delete(name)
                if found := self._kept[role].get(name):
                    pipe.hset(name, mapping=found)
            pipe.execute()

    def keep(self) -> None:
        keys = {role: as_player(somebody.id) for role, somebody in self.people.items()}
        self._kept = {
            role: {name: self.redis.hgetall(name) for name in (key, f"{key}:sessions")} for role, key in keys.items()
        }

    def signature(self, role: str, acts: bool = False) -> dict[str, str]:
        """As the gateway asks a service for that person; nobody has none. `acts`: an operator asks as such."""
        if role == "nobody":
            return {}
        player = (as_operator if acts and role == "operator" else as_player)(self.people[role].id)
        return {HEADER: sign(self.platform.key, player)}

    def new_place(self) -> Place:
        """Nothing of it has been changed by another cell."""
        owner, player, other = (self.people[name].id for name in ("owner", "seat", OTHER))
        table, match = (self._table(owner, seats, (player, other)) for seats in (4, 2))
        self.pages.settle()
        state = self.pages.streams.match(match).state
        if state.players[state.called[0]] != as_player(other):
            (move, *_) = shown(match, as_player(player), None)["legal_moves"]
            self._ask(player, f"/matches/{match}/moves", turn=state.turn, move=move)
            state = self.pages.streams.match(match).state
        (absent,) = state.called
        assert state.players[absent] == as_player(other)
        return Place(table, match, state.turn, absent)

    def a_move(self, match: str) -> Any:
        """One that OTHER may make now: whoever else sends it is not called."""
        with self.app("game-command").test_request_context():
            return shown(match, as_player(self.people[OTHER].id), None)["legal_moves"][0]

    @cached_property
    def together(self) -> str:
        """A match that people play together, with hands of their own."""
        player, other = (self.people[name].id for name in ("seat", OTHER))
        table = self._table(player, 2, (player, other), game="sprawlopolis")
        self.pages.settle()
        return table

    @cached_property
    def private(self) -> str:
        """A table to which its owner has invited those who sit there."""
        owner, *guests = (self.people[name].id for name in ("owner", "seat", OTHER))
        return self._table(owner, 3, guests, entry="private", invited=[as_player(guest) for guest in guests])

    @cached_property
    def tournament(self) -> str:
        """One of the owner's whose first round is paired."""
        return self.new_tournament()

    def new_tournament(self) -> str:
        """Those of the seat and OTHER have entered, and their table waits for them."""
        owner, *players = (self.people[name].id for name in ("owner", "seat", OTHER))
        cup = {"game": "quadropolis", "format": "swiss", "rounds": 3, "title": "The cup"}
        id_ = str(self._ask(owner, "/tournaments", **cup)["id"])
        for player in players:
            self._ask(player, f"/tournaments/{id_}/enter", nonce_hash="0" * 64)
        self._ask(owner, f"/tournaments/{id_}/start")
        self.pages.settle()
        return id_

    def _somebody(self, facts: dict[str, str] | None) -> Somebody:
        """With an account and a session of it, if there are `facts`."""
        visitor = self.pages.visitor()
        person = visitor.person
        with visitor.client.session_transaction() as session:
            session["all_brought"] = True  # so that the person may be forgotten here
            session.pop("unused", None)
            if facts:
                self.redis.hset(as_player(person), mapping=facts)
                session[SIGNED] = {person: self.pages.site.sessions.begin(person, "a browser")}
        token = field(visitor.get("/").text, "csrf_token")
        return Somebody(person, self._cookie(visitor), token)

    def _cookie(self, visitor: Visitor) -> str:
        name = self.pages.app.config["SESSION_COOKIE_NAME"]
        found = visitor.client.get_cookie(name)
        assert found is not None
        return f"{name}={found.value}"

    def _finished(self) -> str:
        """A match of OTHER's with a bot, over and counted."""
        table = self._table(self.people[OTHER].id, 2, [self.people[OTHER].id], bots=["any_move"])
        self.pages.settle()
        self._ask(self.people[OTHER].id, f"/matches/{table}/resign")
        self.pages.settle()
        return table

    def _table(self, owner: str, seats: int, players: Any, game: str = "quadropolis", **more: Any) -> str:
        opened = self._ask(owner, "/tables", game=game, seats=seats, **more)
        for player in players:
            self._ask(player, f"/tables/{opened['id']}/seats")
        return str(opened["id"])

    def _ask(self, who: str, path: str, **said: Any) -> dict[str, Any]:
        self.asked = getattr(self, "asked", 0) + 1
        answer = self.platform.ask(who, "POST", path, **said, cause=f"world-{self.asked:08}")
        assert answer.status_code < 300, answer.text
        return dict(answer.json or {})


@pytest.fixture(autouse=True)
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of requests come from one address, and a few people sit at many tables. Nobody waits for the absent."""
    monkeypatch.setenv("URBANIST_ABSENT_AFTER", "0")
    monkeypatch.setenv("URBANIST_UNLIMITED", "127.0.0.1")
    monkeypatch.setenv("URBANIST_SEATS_WAITING", "1000")
    monkeypatch.setenv("URBANIST_SEATS_PLAYING", "1000")


@pytest.fixture
def world(pages: Pages) -> World:
    return World(pages)
