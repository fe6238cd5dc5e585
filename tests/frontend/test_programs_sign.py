"""Programs that play for a person sign at the public door, with the code that docs/bots/remote.md shows."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from infra import verify
from shared.people.scopes import Scope
from shared.platform.records.export import export
from tests.frontend.conftest import Pages
from tests.frontend.test_bearers import Program, owner, program, told
from tests.signers import check_receipt

pytestmark = pytest.mark.server
PAGE = Path(__file__).parents[2] / "docs/bots/remote.md"
NONCE = "5a" * 32
OPEN = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": "open-0001"}


def as_shown() -> Any:
    """What the example of the page defines."""
    (code,) = re.findall("```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    found: dict[str, Any] = {}
    exec(code, found)
    return found


def opened(pages: Pages, player: Program) -> str:
    organiser = program(pages, Scope.ORGANISE, person=player.person, form="form-2")
    return str(told(organiser.post("/tables", OPEN))["id"])


def seated(pages: Pages, player: Program, key: str | None) -> str:
    id_ = opened(pages, player)
    promised = sha256(bytes.fromhex(NONCE)).hexdigest()
    sit = {"key": key, "nonce_hash": promised, "cause": "sit-00001"}
    assert player.post(f"/tables/{id_}/seats", sit).status_code == 200
    return id_


def a_player(pages: Pages) -> Program:
    return program(pages, Scope.PLAY, person=owner(pages).person)


def look(pages: Pages, player: Program, id_: str) -> dict[str, Any]:
    pages.settle()
    return told(program(pages, Scope.READ, person=player.person, form="form-3").get(f"/matches/{id_}"))


def test_a_program_signs_and_its_record_is_fair_for_it(pages: Pages):
    player, shown = a_player(pages), as_shown()
    id_ = seated(pages, player, shown["key"])
    receipt = told(player.post(f"/tables/{id_}/nonces", {"nonce": NONCE, "cause": "nonce-01"}))["receipt"]
    check_receipt(receipt)
    reader = program(pages, Scope.READ, person=player.person, form="form-3")
    pages.settle()
    assert receipt["host_key"] == told(reader.get("/key"))["host_key"]
    for which in range(3):
        seen = told(reader.get(f"/matches/{id_}"))
        assert seen["key"] == shown["key"]
        move = seen["legal_moves"][0]
        body = {"turn": seen["turn"], "move": move, "cause": f"move-{which:04}"}
        answer = player.post(f"/matches/{id_}/moves", {**body, "signed": shown["signed_move"](seen, move)})
        assert answer.status_code == 200, answer.text
        pages.settle()
    seen = told(reader.get(f"/matches/{id_}"))
    signed = shown["signed_order"](seen, "match.seat_resigned", {"seat": seen["seat"]})
    assert player.post(f"/matches/{id_}/resign", {"cause": "resign-1", "signed": signed}).status_code == 200
    pages.settle()
    verdict = verify.verdict_on(export(pages.streams.ledger, id_))
    (own,) = verdict.seats
    assert (own.orders, own.signed, own.is_in) == (4, 4, True)
    assert "fair for you" in own.said(verdict.grade)


def test_what_a_program_signs_wrongly_or_calls_by_another_name_is_refused(pages: Pages):
    player, shown = a_player(pages), as_shown()
    id_ = opened(pages, player)
    for body, field in (({"keys": shown["key"]}, "keys"), ({"key": "x"}, "key")):
        refused = player.post(f"/tables/{id_}/seats", {**body, "cause": "sit-00001"})
        assert (refused.status_code, list(told(refused)["fields"])) == (400, [field])
    assert player.post(f"/tables/{id_}/seats", {"key": shown["key"], "cause": "sit-00001"}).status_code == 200
    seen = look(pages, player, id_)
    move = seen["legal_moves"][0]
    body = {"turn": seen["turn"], "move": move, "cause": "move-0001"}
    other = as_shown()["signed_move"](seen, move)
    refused = player.post(f"/matches/{id_}/moves", {**body, "signed": other})
    assert (refused.status_code, told(refused)["code"]) == (400, "bad_signature")
    named = player.post(f"/matches/{id_}/moves", {**body, "signature": other["signature"]})
    assert (named.status_code, list(told(named)["fields"])) == (400, ["signature"])
    assert player.post(f"/matches/{id_}/moves", {**body, "signed": shown["signed_move"](seen, move)}).status_code == 200


def test_the_documents_of_the_door_name_what_is_signed(pages: Pages):
    visitor = pages.visitor()
    command = told(visitor.get("/api/docs/game-command/openapi.json"))["components"]["schemas"]
    tables = told(visitor.get("/api/docs/matchmaking/openapi.json"))["components"]["schemas"]
    bots = told(visitor.get("/api/docs/bots/openapi.json"))
    assert "key" in tables["NewSeat"]["properties"]
    assert "key" in tables["Accepted"]["properties"]
    assert "receipt" in tables["NonceTaken"]["properties"]
    assert {"previous", "key"} <= command["MatchShown"]["properties"].keys()
    signed = [name for name, schema in command.items() if "signed" in schema.get("properties", {})]
    assert {"NewMove", "Order", "AskedBack", "Answered", "InTurn", "OfSeat", "Agreement"} <= {*signed}
    assert {"previous", "key"} <= bots["components"]["schemas"]["MatchTold"]["properties"].keys()
    assert "<code>signed</code> (may be left out)" in visitor.get("/api/").text
