"""Seats taken over on a server: who may, by house rules and blocks; what each may see; and how the last one ends it."""

from typing import Any

import pytest

from infra import verify
from services.console import verify as by_the_rules
from services.game_command.absent import called
from services.game_command.leavers import signs
from services.game_command.vacations import vacations
from shared.people.blocks import Blocks
from shared.platform.records.export import export
from shared.platform.rows.lists import ON_OFFER
from shared.platform.terms import DAY
from shared.web.client import shared_client
from shared.web.ledger import streams
from tests.services.conftest import Platform
from tests.services.test_clocks import Hour, hour, is_just, keep, match, mover, types

pytestmark = pytest.mark.server
__all__ = ["hour"]
TERMS = {"absent": 60, "substitutes": True}


@pytest.fixture(autouse=True)
def fresh_signs() -> None:
    signs.cache_clear()


def begun(platform: Platform, game: str = "quadropolis", **more: Any) -> str:
    said: Any = {"game": game, "seats": 2, "terms": TERMS, **more, "cause": "open-0001"}
    opened: Any = platform.ask("ada", "POST", "/tables", **said).json
    for who in ("ada", "bob"):
        assert platform.ask(who, "POST", f"/tables/{opened['id']}/seats", cause="sit-00001").status_code == 200
    platform.settle()
    return str(opened["id"])


def left(platform: Platform, hour: Hour, game: str = "quadropolis", **more: Any) -> tuple[str, str, str]:
    """The id of a match, who has left it, and who stays."""
    id_ = begun(platform, game, **more)
    away = mover(id_)
    for seconds in (50, 11):
        hour.passes(seconds=seconds)
        keep(platform)
    assert match(id_).seating.left
    return id_, away, "bob" if away == "ada" else "ada"


def take_over(platform: Platform, id_: str, who: str, seat: int, cause: str = "take-0001") -> Any:
    return platform.ask(who, "POST", f"/matches/{id_}/take_over", seat=seat, cause=cause)


def seen(platform: Platform, id_: str, who: str) -> Any:
    return platform.ask(who, "GET", f"/matches/{id_}").json


def test_the_hand_follows_the_seat(platform: Platform, hour: Hour):
    id_, away, stays = left(platform, hour, "sprawlopolis")
    (seat,) = match(id_).on_offer
    before = seen(platform, id_, away)
    assert before["on_offer"] == [seat]
    for _ in range(2):  # also when it is sent again
        assert take_over(platform, id_, "eve", seat).status_code == 200
    platform.settle()
    views = {who: seen(platform, id_, who) for who in (away, stays, "eve", "dan")}
    assert (views["eve"]["seat"], views[away]["seat"], views["dan"]["seat"]) == (seat, None, None)
    assert views[away]["view"] == views["dan"]["view"]  # as anybody who watches
    assert views["eve"]["view"] != views["dan"]["view"]
    assert views["eve"]["view"]["hands"][seat]["cards"]
    assert views["dan"]["view"]["hands"][seat]["cards"] is None
    assert platform.ask(away, "POST", f"/matches/{id_}/reclaim", cause="reclaim-1").status_code == 409
    assert is_just(id_)


def test_who_took_over_is_called_and_plays(platform: Platform, hour: Hour):
    id_, _, stays = left(platform, hour, "sprawlopolis")
    (seat,) = match(id_).on_offer
    take_over(platform, id_, "eve", seat)
    platform.settle()
    row = platform.rows.of([id_.encode()])[0]
    assert {"person:eve"} < set(row.everybody)
    assert platform.rows.of_person("person:eve") == [row]
    if "person:eve" not in row.called:
        moved = seen(platform, id_, stays)
        body = {"move": moved["legal_moves"][0], "turn": moved["turn"], "cause": "move-0001"}
        assert platform.ask(stays, "POST", f"/matches/{id_}/moves", **body).status_code == 200
        platform.settle()
        row = platform.rows.of([id_.encode()])[0]
    assert row.called == ["person:eve"]  # so the caller tells her that it is her turn
    moved = seen(platform, id_, "eve")
    body = {"move": moved["legal_moves"][0], "turn": moved["turn"], "cause": "move-0002"}
    assert platform.ask("eve", "POST", f"/matches/{id_}/moves", **body).status_code == 200
    assert is_just(id_)


def test_a_rematch_is_for_who_sits_there_in_the_end(platform: Platform, hour: Hour):
    id_, away, stays = left(platform, hour)
    (seat,) = match(id_).on_offer
    take_over(platform, id_, "eve", seat)
    for who in (stays, "eve"):
        assert platform.ask(who, "POST", f"/matches/{id_}/resign", cause="resign-01").status_code == 200
    platform.settle()
    record = export(platform.streams.ledger, id_)
    assert verify.verify(record).grade == by_the_rules.verify(record).grade == verify.COMMITTED
    assert platform.ask(away, "POST", "/tables/rematch", match=id_, cause="again-0001").status_code == 403
    tables: Any = [
        platform.ask(who, "POST", "/tables/rematch", match=id_, cause="again-0001").json for who in (stays, "eve")
    ]
    assert tables[0]["id"] == tables[1]["id"]
    assert sorted(table["seat"] for table in tables) == [0, 1]
    assert tables[1]["seat"] == (seat - 1) % 2


def test_only_who_may_come_in_takes_a_seat_over(platform: Platform, hour: Hour):
    platform.redis.hset("people:names", mapping={"bob": "bob", "eve": "eve"})
    house: Any = {"entry": "private", "invited": ["Bob", "Eve"]}
    id_, _, stays = left(platform, hour, **house)
    (seat,) = match(id_).on_offer
    refused = take_over(platform, id_, "dan", seat)
    assert (refused.status_code, refused.json["sentence"][:21]) == (403, "this table is private")
    Blocks(shared_client()).add(stays, "eve")
    refused = take_over(platform, id_, "eve", seat)
    assert (refused.status_code, "not open to you" in refused.json["sentence"]) == (403, True)
    shared_client().delete(f"person:{stays}:blocked")
    assert take_over(platform, id_, stays, seat).status_code == 403
    assert take_over(platform, id_, "eve", seat).status_code == 200
    assert "match.seat_taken_over" in types(id_)


def test_whom_the_owner_has_blocked_gets_neither_the_seat_nor_the_hand(platform: Platform, hour: Hour):
    id_, away, _ = left(platform, hour, "sprawlopolis")
    (seat,) = match(id_).on_offer
    Blocks(shared_client()).add(away, "eve")
    refused = take_over(platform, id_, "eve", seat)
    assert (refused.status_code, refused.json["sentence"]) == (403, "this table is not open to you")
    assert take_over(platform, id_, "dan", seat, "take-0002").status_code == 200
    platform.settle()
    assert match(id_).players[seat] == "person:dan"


def test_a_vacation_counts_from_when_one_sits_down(platform: Platform, hour: Hour):
    id_ = begun(platform, terms={**TERMS, "clock": {"kind": "days", "seconds": DAY}})
    keep(platform)
    seat = match(id_).called[0]
    hour.passes(seconds=61)
    platform.matches.clocks.round()  # no worker plays, so that whoever sits down is called
    until = vacations().take("person:eve", 5, hour.milliseconds).until
    assert take_over(platform, id_, "eve", seat).status_code == 200
    platform.settle()
    assert match(id_).time.hands[seat].away == match(id_).time.hands[seat].since == until
    hour.passes(days=5, hours=23)
    platform.ask("eve", "GET", f"/matches/{id_}")
    keep(platform)
    assert "match.time_ran_out" not in types(id_)
    assert is_just(id_)


def test_others_wait_for_whoever_sat_down_from_then_on(platform: Platform, hour: Hour):
    id_ = begun(platform)
    keep(platform)
    turn, (seat,) = match(id_).turn, match(id_).called
    hour.passes(seconds=61)
    platform.matches.clocks.round()  # no worker plays, so that the turn goes on

    def since(which: int) -> str:
        return called(streams().matches.reader.past(f"match:{id_}").entries, turn, which).type

    assert (match(id_).turn, since(seat)) == (turn, "match.turn_started")
    assert take_over(platform, id_, "eve", seat).status_code == 200
    assert (since(seat), since(1 - seat)) == ("match.seat_taken_over", "match.turn_started")


def test_lists_have_it_while_it_is_on_offer(platform: Platform, hour: Hour):
    id_, away, _ = left(platform, hour)
    assert [row.id for row in platform.rows.on_offer(5)] == [id_]
    assert platform.rows.on_offer(5)[0].on_offer == [f"person:{away}"]
    (seat,) = match(id_).on_offer
    take_over(platform, id_, "eve", seat)
    platform.settle()
    assert platform.rows.on_offer(5) == []
    assert platform.redis.zcard(ON_OFFER) == 0


def test_nobody_else_takes_a_seat_that_the_table_keeps(platform: Platform, hour: Hour):
    id_, away, _ = left(platform, hour, terms={"absent": 60})
    (seat,) = match(id_).seating.left
    assert take_over(platform, id_, "eve", seat).status_code == 403
    assert platform.rows.on_offer(5) == []
    assert platform.ask(away, "POST", f"/matches/{id_}/reclaim", cause="reclaim-1").status_code == 200


def test_a_seat_that_was_taken_over_is_one_of_those_that_a_person_may_hold(platform: Platform, hour: Hour):
    id_, _, _ = left(platform, hour)
    (seat,) = match(id_).on_offer
    take_over(platform, id_, "eve", seat)
    assert platform.redis.zscore("person:eve:seats", id_) is not None
    assert take_over(platform, id_, "dan", seat).status_code == 403
    assert platform.redis.zscore("person:dan:seats", id_) is None


@pytest.mark.parametrize("is_rated", [True, False])
def test_the_last_person_ends_the_match(platform: Platform, hour: Hour, is_rated: bool):
    clock = {"kind": "days", "seconds": 86_400}
    terms = {"absent": 60, "rated": is_rated, "clock": clock, "out": "seat"}
    id_ = begun(platform, terms=terms)
    for who in ("ada", "bob"):
        assert platform.ask(who, "POST", f"/matches/{id_}/end", cause="end-00001").status_code == 403
    assert platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-01").status_code == 200
    for _ in range(2):
        assert platform.ask("bob", "POST", f"/matches/{id_}/end", cause="end-00001").status_code == 200
    for _ in range(3):
        platform.settle()
    row = platform.rows.of([id_.encode()])[0]
    assert row.was_left
    if is_rated:
        assert (row.status, row.winners) == ("ended", [match(id_).start.players.index("person:bob")])
        assert platform.streams.scores.load(f"score:{id_}").state.count is not None
    else:
        assert (row.status, row.winners, row.points) == ("aborted", None, None)
    assert is_just(id_)
    record = export(platform.streams.ledger, id_)
    assert verify.verify(record).grade == by_the_rules.verify(record).grade == verify.COMMITTED
