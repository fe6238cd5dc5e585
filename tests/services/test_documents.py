"""Programs are told by the services' documents what they will be answered: every answer fits, and has an example.

WRITE_EXAMPLES=yes .venv/bin/python -m pytest tests/services/test_documents.py
"""

from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from services.matchmaking.meeting import Meeting
from shared.bots import stand_in
from shared.ledger.anchors import Anchors, Maker
from shared.ledger.archive import WholeLedger
from shared.ledger.decider import Message
from shared.platform.match import NoteAbsence
from shared.roster import Kind, Offer, Plays
from shared.services import SERVICES
from shared.settings import settings
from shared.tournaments import code_of_table
from shared.web.houses import blocks, houses
from shared.web.identity import HEADER, sign
from shared.web.ledger import streams
from shared.web.queue import queue
from shared.web.rosters import roster
from tests.documents import Heard, call_of, keep_examples, undescribed
from tests.services.conftest import Platform

pytestmark = pytest.mark.server
SERVICES_FOLDER = Path(__file__).parents[2] / "services"
NONCE = "ab" * 32
HASH = sha256(bytes.fromhex(NONCE)).hexdigest()
ZAPHOD = Offer("zaphod", 1, Kind.REMOTE, {"quadropolis": Plays((2, 3, 4), {})}, 5, at_once=9, owner="ada")
CITY: list[list[Any]] = [
    [{"building": "tower", "floors": 3}, {"building": "park"}, None, None],
    *([None] * 4 for _ in range(3)),
]
SPRAWL = {"goals": [1, 2, 3], "rows": ["R P"]}
CLASSIC = {"mode": "classic", "inhabitants": 0, "energy": 1, "city": CITY}


class Talking:
    """Asks, and holds each answer against the description of its call."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.asked = 0
        self.heard = {service.prefix: Heard(self.document(service.prefix)) for service in SERVICES}

    def document(self, prefix: str) -> dict[str, Any]:
        headers = {HEADER: sign(self.platform.key, "person:a")}
        found = self.platform.clients[prefix].get("/openapi.json", headers=headers)
        assert found.json
        return dict(found.json)

    def ask(self, player: str, method: str, path: str, **body: Any) -> dict[str, Any]:
        prefix, self.asked = path.split("/")[1], self.asked + 1
        service = next(service.prefix for service in SERVICES if prefix in service.prefixes)
        if method == "POST" and prefix != "scoring":
            body = {"cause": f"asked-{self.asked:04}", **body}
        client = self.platform.clients[prefix]
        headers = {HEADER: sign(self.platform.key, player)}
        answer = client.open(path, method=method, json=body or None, headers=headers)
        self.heard[service].hear(call_of(client.application, method, path), answer)
        return dict(answer.json) if answer.is_json and answer.json else {}


@pytest.fixture
def talking(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> Talking:
    monkeypatch.setenv("URBANIST_ABSENT_AFTER", "0")
    settings.cache_clear()
    return Talking(platform)


def test_every_answer_fits_its_description(talking: Talking):
    acts = (
        at_tables,
        in_the_queue,
        in_a_deal,
        in_a_tournament,
        at_the_desk,
        in_a_match,
        on_a_clock,
        ended_by_operators,
        on_the_score_pad,
        in_a_pool,
        in_divisions,
    )
    for act in acts:
        act(talking)
    for service in SERVICES:
        keep_examples(SERVICES_FOLDER / service.program / "examples.json", talking.heard[service.prefix].answers)
    assert [*chain(*(undescribed(heard.document) for heard in talking.heard.values()))] == []


def at_tables(talking: Talking) -> None:
    roster().announce(ZAPHOD)
    ada, bob, bot = (partial(talking.ask, player) for player in ("person:ada", "person:bob", ZAPHOD.player))
    id_ = ada("POST", "/tables", game="quadropolis", seats=3)["id"]
    ada("POST", f"/tables/{id_}/bots", bot="zaphod", seat=2)
    bot("POST", f"/tables/{id_}/decline")
    ada("POST", f"/tables/{id_}/bots", bot="zaphod", seat=2)
    bot("POST", f"/tables/{id_}/accept")
    ada("GET", f"/tables/{id_}")
    ada("POST", f"/tables/{id_}/unseat", seat=2)
    bob("POST", f"/tables/{id_}/seats", nonce_hash=None)
    bob("POST", f"/tables/{id_}/close")  # not his
    bob("POST", f"/tables/{id_}/leave")
    ada("POST", f"/tables/{id_}/seats", nonce_hash="x")
    ada("POST", f"/tables/{id_}/close")
    private = ada("POST", "/tables", game="quadropolis", seats=2, entry="private")["id"]
    ada("POST", f"/tables/{private}/invited", invited=["person:bbbbbbbbbbbb"])
    ada("GET", f"/tables/{private}")
    bob("GET", f"/tables/{private}")
    talking.ask("operator:eve", "POST", f"/tables/{private}/abort")


def in_the_queue(talking: Talking) -> None:
    ada, bob = (partial(talking.ask, player) for player in ("person:ada", "person:bob"))
    meeting = Meeting(queue(), talking.platform.streams, houses(), blocks())
    bob("POST", "/tables/queue", game="quadropolis", seats=1)
    ada("POST", "/tables/queue", game="quadropolis", seats=2, clock={"kind": "total", "seconds": 600})
    bob("POST", "/tables/queue", game="quadropolis", seats=2, clock={"kind": "total", "seconds": 600})
    meeting.look()
    found = ada("GET", "/tables/queue")["table"]
    ada("POST", f"/tables/{found}/seats")
    bob("POST", "/tables/queue/leave")
    meeting.look()
    ada("GET", "/tables/queue")
    ada("POST", "/tables/queue/leave")


def in_a_deal(talking: Talking) -> None:
    ada = partial(talking.ask, "person:ada")
    for _, act in talking.platform.tables.daily.duties():
        act()
    shown = ada("GET", "/tables/deals")
    ada("GET", "/tables/deals?date=today")
    alone = next(one for one in shown["deals"] if one["game"] == "sprawlopolis")
    id_ = ada("POST", "/matches/deals", deal=alone["id"])["id"]
    ada("POST", f"/matches/{id_}/resign")
    talking.platform.settle()
    ada("GET", "/tables/deals")
    ada("POST", "/matches/deals", deal="zzzzzzzzzzzz")


def in_a_tournament(talking: Talking) -> None:
    ada, bob = (partial(talking.ask, player) for player in ("person:ada", "person:bob"))
    cup = {"game": "quadropolis", "format": "swiss", "rounds": 2, "title": "The cup", "minutes": 60}
    id_ = f"/tournaments/{ada('POST', '/tournaments', **cup, start='2126-12-01T18:00:00Z')['id']}"
    ada("POST", "/tournaments", **{**cup, "format": "round"})
    bob("POST", f"{id_}/enter", nonce_hash=HASH)
    bob("POST", f"{id_}/enter")  # again
    for command in ("check-in", "withdraw", "return"):
        bob("POST", f"{id_}/{command}")
    bob("POST", f"{id_}/nonces", nonce=NONCE)
    ada("POST", f"{id_}/enter", nonce_hash=None)
    ada("GET", "/tournaments")
    ada("POST", f"{id_}/start")
    talking.platform.settle()
    bob("GET", id_)
    bob("GET", f"{id_}/rounds/0")
    bob("GET", f"{id_}/standings")
    for kind in ("csv", "json", "trf"):
        bob("GET", f"{id_}/exports/{kind}")
    bob("GET", f"{id_}/record")
    bob("GET", f"/tournaments/{'a' * 12}")


def at_the_desk(talking: Talking) -> None:
    ada = partial(talking.ask, "person:ada")
    cup = {"game": "quadropolis", "format": "swiss", "rounds": 2, "title": "At the club", "in_person": True}
    id_ = f"/tournaments/{ada('POST', '/tournaments', **cup)['id']}"
    ada("POST", f"{id_}/add", names=["Anna", "Bert", "Cleo", "Dora"], strengths=[3, 2, 1])
    ada("POST", f"{id_}/describe", text="Bring your own box.")
    ada("POST", f"{id_}/attend", entrant=0)
    ada("POST", f"{id_}/start")
    talking.platform.settle()
    seated = ada("GET", f"{id_}/rounds/0")["tables"]
    turned = [table["entrants"][::-1] for table in seated]
    ada("POST", f"{id_}/pairing", round=0, tables=turned, note="they asked for it")
    code = code_of_table(talking.platform.key, id_.rsplit("/", 1)[1], 0, 0, turned[0])
    word = {"round": 0, "table": 0, "places": [1, 2], "points": [48, 41], "code": code}
    for seat in range(2):
        talking.ask("person:bob", "POST", f"{id_}/entries", **word, seat=seat)
    ada("POST", f"{id_}/results", round=0, table=0, places=[1, 2], points=[48, 42], note="read wrongly")
    ada("POST", f"{id_}/adjudicate", round=0, table=1, places=[1, None], note="she had to leave")
    ada("POST", f"{id_}/drop", entrant=3, note="had to leave")
    ada("POST", f"{id_}/bring-back", entrant=3)
    ada("POST", f"{id_}/pause", note="lunch")
    ada("POST", f"{id_}/resume")
    ada("POST", f"{id_}/end", note="the hall closes")
    talking.ask("person:bob", "POST", f"{id_}/end", note="I won")
    ada("POST", f"{id_}/unname", entrant=0)
    talking.ask("operator:op", "POST", f"{id_}/erase-name", entrant=1)


def in_divisions(talking: Talking) -> None:
    ada = partial(talking.ask, "person:ada")
    league = {"game": "quadropolis", "format": "league", "title": "The league", "in_person": True}
    id_ = f"/tournaments/{ada('POST', '/tournaments', **league, divisions={'size': 2, 'moves': 1})['id']}"
    ada("POST", f"{id_}/add", names=["Anna", "Bert", "Cleo", "Dora"])
    ada("POST", f"{id_}/start")
    ada("POST", f"{id_}/end", note="the hall closes")
    ada("POST", f"{id_}/next", start="2026-12-01T18:00:00.000Z")
    ada("GET", id_)


def in_a_match(talking: Talking) -> None:
    ada, bob = (partial(talking.ask, player) for player in ("person:ada", "person:bob"))
    id_ = begun(talking, nonce_hash=HASH)
    ada("GET", f"/matches/{id_}")
    bob("GET", f"/matches/{id_}")
    first, seen = mover(talking, id_)
    first("GET", f"/matches/{id_}/export")
    wrong = {**seen["legal_moves"][0], "target": {"row": 3, "column": 3}}
    first("POST", f"/matches/{id_}/moves", turn=seen["turn"], move=wrong)
    first("POST", f"/matches/{id_}/moves", turn=seen["turn"], move=seen["legal_moves"][0])
    first("POST", f"/matches/{id_}/moves", turn=seen["turn"], move=seen["legal_moves"][0])  # too late
    take_back(talking, first, bob if first.args == ada.args else ada, id_, seen["turn"])
    first("POST", f"/matches/{id_}/moves", turn="1", move={})
    talking.ask("person:eve", "POST", f"/matches/{id_}/moves", turn=seen["turn"], move=seen["legal_moves"][0])
    first("POST", f"/matches/{id_}/stand_in", absent=1 - seen["seat"], turn=seen["turn"])
    now = ada("GET", f"/matches/{id_}")
    first("POST", f"/matches/{id_}/stand_in", absent=1 - seen["seat"], turn=now["turn"])
    ada("GET", f"/scoring/matches/{id_}")
    for player in (ada, bob):
        player("POST", f"/matches/{id_}/resign")
    talking.platform.settle()
    ada("GET", f"/scoring/matches/{id_}")
    ada("GET", f"/matches/{id_}")
    ada("GET", f"/matches/{id_}/export")
    ledger = streams().ledger
    assert isinstance(ledger, WholeLedger)
    assert Maker(ledger, Anchors(settings().anchor_folder)).make()
    ada("GET", f"/matches/{id_}/anchors")
    ada("POST", "/tables/branches", match=id_, version=now["version"])
    ada("POST", "/tables/rematch", match=id_)
    ada("GET", f"/matches/{'a' * 12}")


def on_a_clock(talking: Talking) -> None:
    ada, bob = (partial(talking.ask, player) for player in ("person:ada", "person:bob"))
    terms = {"clock": {"kind": "days", "seconds": 86_400}, "out": "seat"}
    id_ = str(ada("POST", "/tables", game="quadropolis", seats=2, terms=terms)["id"])
    for player in (ada, bob):
        player("POST", f"/tables/{id_}/seats")
    talking.platform.settle()
    turn = ada("GET", f"/matches/{id_}")["turn"]
    ada("POST", f"/matches/{id_}/vacation", days=2)
    ada("POST", f"/matches/{id_}/pause", turn=turn)
    bob("POST", f"/matches/{id_}/pause", turn=turn)
    ada("POST", f"/matches/{id_}/resume")
    absent: Any = {"clock": None, "absent": 30}
    id_ = str(ada("POST", "/tables", game="quadropolis", seats=2, terms=absent)["id"])
    for player in (ada, bob):
        player("POST", f"/tables/{id_}/seats")
    talking.platform.settle()
    turn, seat = (streams().match(id_).state.turn, streams().match(id_).state.called[0])
    command: Any = NoteAbsence(seat=seat, turn=turn, player=stand_in(), seconds=30)
    streams().matches.handle(Message(stream=f"match:{id_}", by="service:game_command", cause="absent", command=command))
    (ada, bob)[seat]("POST", f"/matches/{id_}/reclaim")
    taken_over_and_ended(talking)


def taken_over_and_ended(talking: Talking) -> None:
    ada, bob, eve = (partial(talking.ask, player) for player in ("person:ada", "person:bob", "person:eve"))
    terms: Any = {"substitutes": True}
    id_ = str(ada("POST", "/tables", game="quadropolis", seats=2, terms=terms)["id"])
    for player in (ada, bob):
        player("POST", f"/tables/{id_}/seats")
    talking.platform.settle()
    bob("POST", f"/matches/{id_}/resign")
    eve("POST", f"/matches/{id_}/take_over", seat=streams().match(id_).state.seating.owners.index("person:bob"))
    eve("POST", f"/matches/{id_}/resign")
    ada("POST", f"/matches/{id_}/end")


def take_back(talking: Talking, first: Any, second: Any, id_: str, turn: int) -> None:
    """Asked, looked at, withdrawn, too late to be answered, asked again and refused."""
    address = f"/matches/{id_}/take-back"
    request = first("POST", address, to=turn)["version"]
    talking.ask("person:eve", "POST", address, to=turn)
    second("POST", address, to=turn)
    second("GET", f"/matches/{id_}")
    first("POST", f"{address}/withdraw", request=request)
    first("POST", f"{address}/withdraw", request=request)
    second("POST", f"{address}/answer", request=request, agrees=True)
    second("POST", f"{address}/answer", request=first("POST", address, to=turn)["version"], agrees=False)


def begun(talking: Talking, **more: Any) -> str:
    """A match of two people."""
    ada, bob = (partial(talking.ask, player) for player in ("person:ada", "person:bob"))
    id_ = str(ada("POST", "/tables", game="quadropolis", seats=2)["id"])
    ada("POST", f"/tables/{id_}/seats", **more)
    bob("POST", f"/tables/{id_}/seats")
    if more:
        ada("POST", f"/tables/{id_}/nonces", nonce=NONCE)
    talking.platform.settle()
    return id_


def mover(talking: Talking, id_: str) -> tuple[Any, dict[str, Any]]:
    """Who is called first, and what they see."""
    for player in ("person:ada", "person:bob"):
        seen = talking.ask(player, "GET", f"/matches/{id_}")
        if seen["legal_moves"]:
            return partial(talking.ask, player), seen
    raise AssertionError("nobody is called")


def ended_by_operators(talking: Talking) -> None:
    operator = partial(talking.ask, "operator:eve")
    operator("POST", f"/matches/{begun(talking)}/abort", reason="nobody plays on")
    operator("POST", f"/matches/{begun(talking)}/adjudicate", reason="they agreed", places=[1, 2])
    talking.ask("person:ada", "POST", f"/matches/{begun(talking)}/adjudicate", reason="I won", places=[1, 2])


def on_the_score_pad(talking: Talking) -> None:
    ada = partial(talking.ask, "person:ada")
    ada("POST", "/scoring/quadropolis", **CLASSIC)
    ada("POST", "/scoring/quadropolis", **{**CLASSIC, "energy": "1"})
    ada("POST", "/scoring/sprawlopolis", **SPRAWL)
    ada("GET", f"/scoring/matches/{'a' * 12}")


def in_a_pool(talking: Talking) -> None:
    ada, bob = (partial(talking.ask, player) for player in ("person:ada", "person:bob"))
    terms = {"rated": True, "clock": {"kind": "days", "seconds": 86_400}}
    id_ = str(ada("POST", "/tables", game="quadropolis", seats=2, terms=terms)["id"])
    for player in (ada, bob):
        player("POST", f"/tables/{id_}/seats")
    talking.platform.settle()
    for player in (ada, bob):
        player("POST", f"/matches/{id_}/resign")
    talking.platform.settle()
    assert len(ada("GET", f"/scoring/matches/{id_}")["ratings"]) == 2
    ada("GET", "/scoring/ratings")
    ada("GET", "/scoring/ratings/quadropolis-classic")
    ada("GET", "/scoring/ratings/quadropolis-classic/person:ada")
    ada("GET", "/scoring/ratings/quadropolis-middling")
