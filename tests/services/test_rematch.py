"""A program asks for a rematch as a page does: one table for all who played, everything as it was, seats turned."""

from typing import Any

import pytest

from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.people.house import Entry
from shared.platform.match import Abort, Command
from shared.platform.rematches import Rematches, turned
from shared.platform.table import Table
from shared.web.houses import houses
from tests.services.conftest import Platform
from tests.services.test_hosting import told

pytestmark = pytest.mark.server
CLOCK = {"kind": "total", "seconds": 600, "increment": 5, "delay": 0}


def of_three(platform: Platform, *people: str, **more: Any) -> str:
    """The id of a running match of these people and, on the seats behind them, the bot any_move."""
    seats = {"game": "quadropolis", "seats": 3, "bots": ["any_move"] * (3 - len(people))}
    id_ = told(platform.ask(people[0], "POST", "/tables", **seats, cause="opened-1", **more))["id"]
    for person in people:
        told(platform.ask(person, "POST", f"/tables/{id_}/seats", cause="sits-0001"))
    platform.settle()
    return str(id_)


def over(platform: Platform, id_: str) -> str:
    command: Command = Abort(reason="idle")
    message = Message(stream=f"match:{id_}", by="service:test", cause="broken-off", command=command)
    platform.streams.matches.handle(message)
    return id_


def rematch(platform: Platform, who: str, match: str, cause: str = "again-001") -> dict[str, Any]:
    return dict(told(platform.ask(who, "POST", "/tables/rematch", match=match, cause=cause)))


def sit(platform: Platform, who: str, table: str, **more: Any) -> int:
    return int(told(platform.ask(who, "POST", f"/tables/{table}/seats", cause="sits-0002", **more))["seat"])


def table(platform: Platform, id_: str) -> Table:
    return platform.streams.table(id_).state


def test_everybody_moves_up_by_one_and_who_sat_first_sits_last():
    assert [turned(seat, 4) for seat in range(4)] == [3, 0, 1, 2]
    assert turned(0, 1) == 0


def test_all_who_ask_get_one_table_with_seats_turned_whoever_sits_down_first(platform: Platform):
    match = over(platform, of_three(platform, "ada", "bob"))
    first, second = rematch(platform, "bob", match), rematch(platform, "ada", match)
    assert first["id"] == second["id"]
    assert first["commitment"] == second["commitment"] == table(platform, first["id"]).opening.commitment
    assert (first["seat"], second["seat"]) == (0, 2)
    assert sit(platform, "ada", first["id"]) == 2
    assert sit(platform, "bob", first["id"]) == 0
    platform.settle()
    assert platform.streams.match(first["id"]).state.players == ("person:bob", "bot:any_move@1", "person:ada")


def test_the_seats_turn_on_with_each_rematch(platform: Platform):
    """Ada asks about the first match, though another one has followed."""
    match = over(platform, of_three(platform, "ada", "bob"))
    again = rematch(platform, "ada", match)["id"]
    sit(platform, "ada", again)
    sit(platform, "bob", again)
    platform.settle()
    third = rematch(platform, "ada", over(platform, again), "again-002")
    assert rematch(platform, "bob", match, "again-003")["id"] == third["id"]
    assert third["seat"] == 1
    assert table(platform, third["id"]).seat_of("bot:any_move@1") == 0


def test_a_seat_that_somebody_else_took_is_no_reason_to_stand(platform: Platform):
    match = over(platform, of_three(platform, "ada", "bob"))
    again = rematch(platform, "ada", match)["id"]
    assert sit(platform, "eve", again, seat=2) == 2
    assert sit(platform, "ada", again) == 0


def test_who_did_not_play_takes_the_first_seat_that_is_free(platform: Platform):
    match = over(platform, of_three(platform, "ada", "bob"))
    assert sit(platform, "eve", rematch(platform, "ada", match)["id"]) == 0


def test_a_chain_of_rematches_is_followed_for_a_while_and_not_for_ever(platform: Platform, monkeypatch: Any):
    monkeypatch.setattr("shared.platform.rematches.MOST", 2)
    found = Rematches(houses().redis, platform.streams)
    for match, following in ("ab", "bc", "ca"):
        found.keep(match, following)
    assert found.newest("a") == "c"


def test_options_terms_and_house_rules_stay(platform: Platform):
    ada, bob = "a" * 12, "b" * 12
    terms = {"clock": CLOCK, "out": "loss", "absent": 60, "take_back": False}
    rules = {"entry": "private", "invited": [f"person:{bob}"], "talk": "nobody", "watch": "nobody"}
    chosen = {"options": {"mode": "expert"}, "hints": False, "terms": terms, **rules}
    match = over(platform, of_three(platform, ada, bob, **chosen))
    again = rematch(platform, bob, match)["id"]
    then, now = table(platform, match).opening, table(platform, again).opening
    assert (now.options, now.terms, now.hints, now.listed) == (then.options, then.terms, False, False)
    house = houses().waiting(again)
    assert (house.rules, house.entry) == (houses().waiting(match).rules, Entry.PRIVATE)
    assert house.invited == {ada, bob}


def test_the_same_request_again_is_the_same_table_whatever_has_followed(platform: Platform):
    match = over(platform, of_three(platform, "ada", "bob"))
    first = rematch(platform, "ada", match)["id"]
    told(platform.ask("ada", "POST", f"/tables/{first}/close", cause="closed-01"))
    other = rematch(platform, "bob", match)["id"]
    assert other != first
    assert rematch(platform, "ada", match)["id"] == first
    assert Rematches(houses().redis, platform.streams).newest(match) == other


def test_who_opens_a_second_table_at_once_gives_it_up_and_hears_of_the_first(platform: Platform, monkeypatch: Any):
    match = over(platform, of_three(platform, "ada", "bob"))
    first = rematch(platform, "ada", match)["id"]
    with monkeypatch.context() as looked_before:
        looked_before.setattr(Rematches, "newest", lambda _, id_: id_)
        assert rematch(platform, "bob", match)["id"] == first
    assert rematch(platform, "bob", match)["id"] == first
    platform.settle()
    assert len(platform.rows.listed("given_up")) == 1


def test_against_bots_alone_everybody_gets_a_table_of_their_own(platform: Platform):
    match = over(platform, of_three(platform, "ada"))
    first, second = (rematch(platform, "ada", match, cause) for cause in ("again-001", "again-002"))
    assert first["id"] != second["id"]
    assert first["seat"] == second["seat"] == 2
    sit(platform, "ada", first["id"])
    platform.settle()
    assert platform.streams.match(first["id"]).state.players == ("bot:any_move@1", "bot:any_move@1", "person:ada")


def test_a_key_that_opened_another_table_is_refused(platform: Platform):
    match = over(platform, of_three(platform, "ada", "bob"))
    refused = platform.ask("ada", "POST", "/tables/rematch", match=match, cause="opened-1")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "key_reused")


def test_only_who_played_a_match_that_is_over_gets_a_rematch(platform: Platform, monkeypatch: Any):
    match = of_three(platform, "ada", "bob")
    body = {"match": match, "cause": "again-001"}
    early = platform.ask("ada", "POST", "/tables/rematch", **body)
    assert (early.status_code, "when the match is over" in early.text) == (403, True)
    over(platform, match)
    strange = platform.ask("eve", "POST", "/tables/rematch", **body)
    assert (strange.status_code, "only those who played a match" in strange.text) == (403, True)
    nowhere = platform.ask("ada", "POST", "/tables/rematch", **{**body, "match": "aaaaaaaaaaaa"})
    assert (nowhere.status_code, nowhere.get_json()["sentence"]) == (404, "there is no match aaaaaaaaaaaa")
    assert platform.ask("ada", "POST", "/tables/rematch", **{**body, "match": ""}).status_code == 400
    monkeypatch.setattr("services.matchmaking.rematch.GAMES", {name: GAMES[name] for name in ("sprawlopolis",)})
    gone = platform.ask("ada", "POST", "/tables/rematch", **body)
    assert "this server does not have the rules of this match" in gone.text
