"""People in tournaments: they enter, sit down, stay away, leave and come back."""

import time

import pytest

from services.console.forget import erasing_here
from shared.platform.tournament.rules import NEVER
from shared.web.client import shared_client
from shared.web.identity import HEADER, sign
from shared.web.ledger import streams
from tests.services.conftest import Platform
from tests.services.tournaments.played import (
    HASH,
    HOST,
    NONCE,
    add,
    ask,
    desk,
    enter,
    opened,
    own_table,
    record,
    said,
    settle,
    shown,
    sit,
    state,
)
from tests.signers import check_receipt

pytestmark = pytest.mark.server
ANN, BOB, CAT, DAN = PEOPLE = tuple(f"{name}000000000" for name in ("ann", "bob", "cat", "dan"))
LATER = 3600.0  # seconds


def pass_time(platform: Platform, seconds: float = LATER) -> None:
    platform.tables.absences.clock = lambda: time.time() + seconds


def resign(platform: Platform, *people: str) -> None:
    for person in people:
        table = own_table(platform, id_of(platform), person)
        ask(platform, person, "POST", f"/matches/{table['match']}/resign")


def id_of(platform: Platform) -> str:
    (id_,) = platform.streams.ledger.ids("tournament")
    return id_


def refusal(platform: Platform, who: str, path: str, **body: object) -> tuple[int, str]:
    answer = said(platform, who, "POST", path, **body)
    return answer.status_code, answer.json.get("sentence", "")


def begun(platform: Platform, *people: str, **more: object) -> str:
    id_ = opened(platform, **{"rounds": 1, **more})  # type: ignore[arg-type]
    enter(platform, id_, *people)
    desk(platform, id_, "start")
    settle(platform)
    return id_


def test_people_take_the_seats_that_were_paired_and_nobody_else_does(platform: Platform):
    id_ = begun(platform, *PEOPLE)
    table = own_table(platform, id_, ANN)
    assert (table["status"], table["round"]) == ("sit", 0)
    assert table["sit_by"]
    refused = refusal(platform, "eve000000000", f"/tables/{table['match']}/seats")
    assert refused == (403, "this table is private: only those who are invited can come in")
    answer = ask(platform, ANN, "POST", f"/tables/{table['match']}/seats", seat=1 - table["seat"], nonce_hash=HASH)
    assert answer["seat"] == table["seat"]
    assert own_table(platform, id_, ANN)["status"] == "wait"
    sit(platform, id_, *PEOPLE[1:])
    ask(platform, ANN, "POST", f"/tables/{table['match']}/nonces", nonce=NONCE)
    settle(platform)
    assert [own_table(platform, id_, person)["status"] for person in PEOPLE] == ["play"] * 4
    resign(platform, *PEOPLE)
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    assert found.ended.reason == "finished"
    assert {result.how for result in found.rounds[0].results.values()} == {"played"}


def test_blocks_do_not_keep_those_apart_who_were_paired(platform: Platform):
    platform.redis.sadd(f"person:{ANN}:blocked", BOB)
    id_ = begun(platform, ANN, BOB)
    sit(platform, id_, ANN, BOB)
    settle(platform)
    assert own_table(platform, id_, BOB)["status"] == "play"


def test_a_bot_sits_in_for_who_does_not_come_and_the_absent_have_no_place(platform: Platform):
    id_ = begun(platform, ANN, BOB, seats=2)
    sit(platform, id_, ANN)
    settle(platform)
    assert own_table(platform, id_, ANN)["status"] == "wait"
    pass_time(platform)
    settle(platform)
    assert own_table(platform, id_, ANN)["status"] == "play"
    resign(platform, ANN)
    settle(platform)
    found = state(platform, id_)
    (result,) = found.rounds[0].results.values()
    ann = found.rounds[0].tables[0].index(found.entrant_of(f"person:{ANN}"))
    assert (result.how, result.places[1 - ann]) == ("played", None)
    assert result.places[ann] is not None
    assert found.standings[0].entrant == found.entrant_of(f"person:{ANN}")


def test_where_the_absent_forfeit_nobody_plays_against_a_bot_in_their_place(platform: Platform):
    id_ = begun(platform, ANN, BOB, seats=2, absent="forfeit")
    sit(platform, id_, ANN)
    pass_time(platform)
    settle(platform)
    found = state(platform, id_)
    (result,) = found.rounds[0].results.values()
    ann = found.rounds[0].tables[0].index(found.entrant_of(f"person:{ANN}"))
    assert (result.how, result.places[ann], result.places[1 - ann]) == ("forfeit", 1, None)
    assert found.ended
    assert platform.streams.ledger.ids("match") == []


def test_a_table_to_which_nobody_comes_forfeits_and_the_tournament_goes_on(platform: Platform):
    id_ = begun(platform, *PEOPLE, rounds=2)
    pass_time(platform)
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    places = [result.places for one in found.rounds for result in one.results.values()]
    assert set(places) == {(None, None)}


def test_nobody_waits_twice_for_who_did_not_come_until_they_come_back(platform: Platform):
    id_ = opened(platform, rounds=3)
    enter(platform, id_, ANN, BOB)
    add(platform, id_, bots=["any_move"] * 2)
    desk(platform, id_, "start")
    settle(platform)
    sit(platform, id_, ANN)
    pass_time(platform)
    settle(platform)
    assert not shown(platform, id_, BOB)["me"]["is_in"]
    assert shown(platform, id_, ANN)["me"]["is_in"]
    assert said_in(platform, id_, "tournament.withdrew") == [{"entrant": 1, "reason": "absent", "note": None}]
    ask(platform, BOB, "POST", f"/tournaments/{id_}/return")
    assert shown(platform, id_, BOB)["me"]["is_in"]


def said_in(platform: Platform, id_: str, type_: str) -> list[object]:
    entries = platform.streams.tournaments.reader.past(f"tournament:{id_}").entries
    return [entry.envelope.data for entry in entries if entry.envelope.type == type_]


def test_who_leaves_a_match_keeps_the_place_that_the_stand_in_reached_or_forfeits_it(platform: Platform):
    for absent in ("stand_in", "forfeit"):
        id_ = opened(platform, rounds=1, absent=absent)
        enter(platform, id_, ANN)
        add(platform, id_, bots=["any_move"])
        desk(platform, id_, "start")
        settle(platform)
        sit(platform, id_, ANN)
        settle(platform)
        ask(platform, ANN, "POST", f"/matches/{own_table(platform, id_, ANN)['match']}/resign")
        settle(platform)
        found = state(platform, id_)
        (result,) = found.rounds[0].results.values()
        ann = found.rounds[0].tables[0].index(found.entrant_of(f"person:{ANN}"))
        assert (result.places[ann] is None) == (absent == "forfeit")


def test_whom_all_others_have_left_wins_the_table_by_ending_its_match(platform: Platform):
    id_ = begun(platform, ANN, BOB)
    sit(platform, id_, ANN, BOB)
    settle(platform)
    resign(platform, BOB)
    settle(platform)
    match = own_table(platform, id_, ANN)["match"]
    ask(platform, ANN, "POST", f"/matches/{match}/end")
    settle(platform)
    found = state(platform, id_)
    (result,) = found.rounds[0].results.values()
    ann = found.rounds[0].tables[0].index(found.entrant_of(f"person:{ANN}"))
    assert (result.how, result.places[ann], result.places[1 - ann]) == ("forfeit", 1, None)
    assert found.ended


def test_entering_leaving_and_coming_back(platform: Platform):
    id_ = opened(platform, rounds=2)
    enter(platform, id_, *PEOPLE[:3])
    assert refusal(platform, ANN, f"/tournaments/{id_}/enter") == (403, "this player has entered already")
    assert refusal(platform, DAN, f"/tournaments/{id_}/withdraw") == (409, "you have not entered this tournament")
    ask(platform, CAT, "POST", f"/tournaments/{id_}/withdraw")
    assert shown(platform, id_)["entrants"] == 2
    assert not shown(platform, id_, CAT)["me"]["is_in"]
    ask(platform, CAT, "POST", f"/tournaments/{id_}/return")
    assert shown(platform, id_, CAT)["me"]["is_in"]
    bot = {"cause": "as-a-bot-1"}
    assert as_bot(platform, f"/tournaments/{id_}/enter", bot) == (
        409,
        "people enter tournaments themselves: bots are added by the organiser",
    )


def as_bot(platform: Platform, path: str, body: dict[str, str]) -> tuple[int, str]:
    client = platform.clients["tournaments"]
    answer = client.post(path, json=body, headers={HEADER: sign(platform.key, "bot:zaphod@1")})
    return answer.status_code, answer.json["sentence"]  # type: ignore[index]


def test_whom_the_announcement_does_not_let_in(platform: Platform):
    private = opened(platform, rounds=1, entry="private", invited=[f"person:{ANN}"])
    enter(platform, private, ANN)
    closed = (403, "this tournament is private: only those who are invited can enter")
    assert refusal(platform, BOB, f"/tournaments/{private}/enter") == closed
    assert shown(platform, private)["invited"] == [f"person:{ANN}"]
    assert shown(platform, private, BOB)["invited"] is None
    desk(platform, private, "describe", invited=[f"person:{BOB}"], title="Another name")
    enter(platform, private, BOB)
    assert shown(platform, private)["title"] == "Another name"
    accounts = opened(platform, rounds=1, entry="accounts")
    without = (403, "this tournament is for people with an account: sign up first")
    assert refusal(platform, BOB, f"/tournaments/{accounts}/enter") == without
    platform.redis.hset(f"person:{BOB}", "state", "account")
    enter(platform, accounts, BOB)
    platform.redis.sadd(f"person:{HOST}:blocked", CAT)
    public = opened(platform, rounds=1)
    assert refusal(platform, CAT, f"/tournaments/{public}/enter") == (403, "this tournament is not open to you")
    enter(platform, public, HOST)
    invited = refusal(platform, HOST, "/tournaments", game="quadropolis", format="swiss", title="x", invited=["x"])
    assert invited[0] == 400
    said_ = refusal(
        platform, HOST, "/tournaments", game="quadropolis", format="swiss", title="x", invited=[f"person:{ANN}"]
    )
    assert said_ == (400, "invited: only a private tournament has a list of those invited")


def test_who_is_erased_leaves_tournaments_and_calls_off_their_own(platform: Platform):
    theirs, others = opened(platform, rounds=1), opened(platform, rounds=1)
    enter(platform, others, ANN, BOB)
    assert [row["id"] for row in ask(platform, ANN, "GET", "/tournaments?status=mine")["tournaments"]] == [others]
    does = erasing_here(shared_client())
    assert does.leaving.sits(ANN)
    for person in (ANN, HOST):
        does.erase(person)
    assert not does.leaving.sits(ANN)
    assert does.finish()
    assert shown(platform, theirs)["reason"] == shown(platform, others)["reason"] == "called_off"
    assert not state(platform, others).entrants[0].is_in
    assert state(platform, others).entrants[1].is_in
    assert platform.redis.exists(f"person:{ANN}:tournaments") == 0


def test_nonces_are_shown_before_the_start_and_awaited_for_a_moment(platform: Platform):
    id_ = opened(platform, rounds=1, start="2026-01-01T00:00:00Z")
    enter(platform, id_, ANN, BOB, nonce_hash=HASH)
    receipt = ask(platform, ANN, "POST", f"/tournaments/{id_}/nonces", nonce=NONCE)["receipt"]
    check_receipt(receipt)
    said = {"stream": f"tournament:{id_}", "by": f"person:{ANN}", "type": "tournament.nonce_shown"}
    assert said.items() <= receipt.items()
    stored = streams().tournaments.reader.past(f"tournament:{id_}").entries[receipt["version"] - 1]
    assert receipt["digest"] == stored.envelope.digest
    assert shown(platform, id_, BOB)["me"]["nonce_awaited"]
    assert not shown(platform, id_, ANN)["me"]["nonce_awaited"]
    unknown = refusal(platform, "eve000000000", f"/tournaments/{id_}/nonces", nonce=NONCE)
    assert unknown == (409, "you have not entered this tournament")
    settle(platform)
    found = state(platform, id_)
    assert found.nonces == (NONCE, None)


def test_a_tournament_begins_at_its_time_and_without_two_it_is_called_off(platform: Platform):
    ahead = opened(platform, rounds=1, start="2126-01-01T00:00:00Z")
    enter(platform, ahead, ANN, BOB)
    settle(platform)
    assert state(platform, ahead).nonces is None
    assert shown(platform, ahead)["next"] == {"what": "start", "at": "2126-01-01T00:00:00.000Z"}
    desk(platform, ahead, "describe", start="2026-01-01T00:00:00.000Z")
    lonely = opened(platform, rounds=1, start="2026-01-01T00:00:00Z")
    enter(platform, lonely, CAT)
    settle(platform)
    assert state(platform, ahead).nonces == (None, None)
    ended = state(platform, lonely).ended
    assert ended
    assert (ended.reason, ended.standings) == ("called_off", ())
    forgotten = opened(platform, rounds=1)
    pass_time(platform, 2 * 86_400.0)
    settle(platform)
    assert shown(platform, forgotten)["reason"] == "called_off"


def test_before_each_round_those_check_in_who_want_to_play(platform: Platform):
    id_ = opened(platform, rounds=2, check_in="rounds", rest=10)
    enter(platform, id_, *PEOPLE)
    for person in (ANN, BOB):
        ask(platform, person, "POST", f"/tournaments/{id_}/check-in")
    desk(platform, id_, "attend", entrant=2)
    desk(platform, id_, "attend", entrant=3)
    desk(platform, id_, "start")
    settle(platform)
    sit(platform, id_, *PEOPLE)
    settle(platform)
    resign(platform, *PEOPLE)
    settle(platform)
    now = shown(platform, id_)
    assert (len(state(platform, id_).rounds), now["status"], now["next"]["what"]) == (1, "running", "check_in")
    for person in (CAT, DAN):
        ask(platform, person, "POST", f"/tournaments/{id_}/check-in")
    settle(platform)
    assert len(state(platform, id_).rounds) == 1
    pass_time(platform, 601.0)
    settle(platform)
    found = state(platform, id_)
    assert found.rounds[1].tables in (((2, 3),), ((3, 2),))
    assert found.rules.check_in != NEVER


def test_a_round_whose_time_is_over_ends_without_those_who_still_play(platform: Platform):
    id_ = begun(platform, ANN, BOB, minutes=30, rounds=2)
    sit(platform, id_, ANN, BOB)
    settle(platform)
    now = shown(platform, id_)
    assert now["running"][0]["ends"] == now["next"]["at"]
    pass_time(platform, 1801.0)
    settle(platform)
    found = state(platform, id_)
    assert found.rounds[0].is_ended
    assert found.rounds[0].results[0].places == (None, None)
    assert len(found.rounds) == 2
    assert record(platform, id_)
