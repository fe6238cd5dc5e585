"""A form is one order however often it is sent, and names whom it means."""

import re
from html import unescape
from typing import Any

import pytest

from shared.ledger.decider import Message
from shared.platform.match import Abort, Command
from shared.settings import settings
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server
TIMES = 7  # four forms, and no more than one person may open in a minute


def form(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the first form that leads there."""
    found = re.search(rf'<form[^>]* action="{action}".*?</form>', page, re.DOTALL)
    assert found, action
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found[0])
    return {name: unescape(value) for name, value in fields}


def send(visitor: Visitor, address: str, fields: dict[str, str], **more: str) -> Any:
    return visitor.client.post(address, data=fields | more)


def tables(pages: Pages) -> set[str]:
    return set(pages.streams.ledger.ids("table"))


def test_every_form_that_opens_a_table_opens_one_however_often_it_is_sent(pages: Pages):
    ada = pages.visitor()
    forms = {"/play": form(ada.get("/").text, "/play") | {"bots": "1"}}
    forms["/tables/new"] = form(ada.get("/tables/new").text, "/tables/new") | {"seats": "2", "listed": "yes"}
    id_ = pages.match(ada)
    abort: Command = Abort(reason="operator")
    called_off = Message(stream=f"match:{id_}", by="operator:op", cause="abort-0001", command=abort)
    pages.streams.matches.handle(called_off)
    rematch = form(ada.get(f"/m/{id_}/result").text, "/play")
    assert rematch["rematch"] == id_
    branch = form(ada.get(f"/m/{id_}?at={pages.streams.match(id_).version - 1}").text, f"/m/{id_}/branch")
    for address, fields in [*forms.items(), ("/play", rematch), (f"/m/{id_}/branch", branch | {"draws": "afresh"})]:
        before = tables(pages)
        answers = [send(ada, address, fields) for _ in range(TIMES)]
        assert {answer.status_code for answer in answers} == {303}, (address, answers[-1].text)
        assert len({answer.headers["Location"] for answer in answers}) == 1, address
        assert len(tables(pages) - before) == 1, address


def test_an_old_form_sends_nobody_away_who_came_since(pages: Pages):
    ada, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    table = ada.post("/tables/new", game="quadropolis", seats="3", listed="yes").headers["Location"]
    bob.post("/name", name="Bob")
    bob.post(f"{table}/sit")
    assert "Send away" not in bob.get(table).text
    old = form(ada.get(table).text, f"{table}/unseat")
    assert old["player"] == f"person:{bob.person}"
    assert send(ada, f"{table}/unseat", old).status_code == 303
    told = bob.get(table).text
    assert "Whoever opened this table has sent you away from your seat." in told
    assert "Sit down" not in told
    assert "sent you away" not in eve.get(table).text
    eve.post(f"{table}/sit")
    late = send(ada, f"{table}/unseat", old | {"cause": "another-key"})
    assert late.status_code == 403
    assert "The player who was meant no longer sits there" in late.text
    assert f"person:{eve.person}" in pages.streams.table(table[3:]).state.players
    again = bob.post(f"{table}/sit")
    assert again.status_code == 403
    assert "Whoever opened this table has sent you away from it" in again.text
    assert pages.streams.table(table[3:]).state.seat_of(f"person:{bob.person}") is None


def test_others_give_the_seat_of_who_never_came_to_a_bot_and_that_player_is_told(pages: Pages, monkeypatch: Any):
    id_, people = pages.seated("quadropolis", 2)
    eve, ada = sorted(people, key=lambda one: not one.seen(id_)["legal_moves"])  # who is called, and who waits
    assert "Is Guest" not in eve.get(f"/m/{id_}").text
    given = form(ada.get(f"/m/{id_}").text, f"/m/{id_}/stand_in")
    early = send(ada, f"/m/{id_}/stand_in", given)
    assert early.status_code == 403
    assert "A bot may take over 180 seconds after this player was called" in early.text
    monkeypatch.setenv("URBANIST_ABSENT_AFTER", "0")
    settings.cache_clear()
    assert send(ada, f"/m/{id_}/stand_in", given).status_code == 303
    assert "any move (bot) plays on" in ada.get(f"/m/{id_}").text
    assert "The others let a bot play on for you, because you had not moved." in eve.get(f"/m/{id_}").text
    for part in pages.frames(id_, [eve.person]):
        assert "The others let a bot play on for you" in part
    assert "The others let a bot" not in pages.frames(id_, [None])[0]
