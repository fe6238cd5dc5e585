"""A duplicate through the real services: the same luck at every table, and nobody sees any before all have ended."""

import json
from typing import Any

import pytest

from infra.verify import COMMITTED
from services.console.verify import verify
from services.matchmaking.jobs import pair_round
from services.matchmaking.tournaments.dealing import Dealing
from shared.ledger.memory import MemoryLedger
from shared.platform.deal import Deal
from shared.platform.streams import Streams
from shared.platform.tournament import Tournament
from shared.platform.tournament.duplicate import deal_of, seed_of
from tests.services.conftest import Platform
from tests.services.tournaments.played import add, ask, desk, enter, opened, record, said, settle, sit, state
from tests.services.tournaments.test_people import ANN, BOB, pass_time, resign

pytestmark = pytest.mark.server

EVE, OPERATOR = "eve000000000", "operator0000"
SEALED = "others may still play the same draws: this match is shown when all of them are over"


def begun(platform: Platform, *people: str, bots: int = 2, **more: Any) -> str:
    """Those in the first round, of which bots play their tables at once."""
    id_ = opened(platform, "duplicate", **{"rounds": 1, **more})
    enter(platform, id_, *people)
    add(platform, id_, bots=["any_move"] * bots)
    desk(platform, id_, "start")
    settle(platform)
    return id_


def deal(platform: Platform, id_: str, round_: int = 0) -> Deal:
    return platform.streams.deals.load(f"deal:{deal_of(state(platform, id_), round_)}").state


def luck(platform: Platform, match: str) -> Any:
    found = platform.streams.match(match).state
    return found.draws, found.started and (found.started.deal, found.started.seed)


def with_people_together(platform: Platform) -> tuple[str, Tournament]:
    """The organiser seats Ann and Bob together, so that bots have the other table for themselves."""
    id_ = opened(platform, "duplicate", rounds=1)
    enter(platform, id_, ANN, BOB)
    add(platform, id_, bots=["any_move"] * 2)
    desk(platform, id_, "start")
    pair_round(id_, 0)
    desk(platform, id_, "pairing", round=0, tables=[[0, 1], [2, 3]], byes=[], note="they came together")
    settle(platform)
    return id_, state(platform, id_)


def walked(platform: Platform, who: str, match: str) -> list[Any]:
    looks = [f"/matches/{match}", f"/matches/{match}?at=3", f"/matches/{match}/export", f"/scoring/matches/{match}"]
    answers = [platform.ask(who, "GET", path) for path in looks]
    return [*answers, said(platform, who, "POST", "/tables/branches", match=match, version=9)]


def test_all_tables_have_the_same_luck_and_each_round_its_own(platform: Platform):
    id_ = begun(platform, bots=7, rounds=2)
    found = state(platform, id_)
    assert found.ended
    lucks = [[luck(platform, match) for match in one.matches.values()] for one in found.rounds]
    for number, same in enumerate(lucks):
        assert len(same) == 3
        assert all(one == same[0] for one in same)
        assert same[0][1][1] == seed_of(found, number)
    assert lucks[0][0] != lucks[1][0]
    assert verify(record(platform, id_)).grade == COMMITTED


def test_nothing_of_it_is_seen_before_the_last_table_has_ended(platform: Platform):
    platform.redis.hset(f"person:{OPERATOR}", mapping={"state": "account", "roles": "operator"})
    id_, found = with_people_together(platform)
    (own, done) = found.rounds[0].matches[0], found.rounds[0].matches[1]
    assert platform.streams.match(done).state.is_over
    sit(platform, id_, ANN, BOB)
    settle(platform)
    assert luck(platform, own) == luck(platform, done)
    seed = seed_of(found, 0)
    for who, match in ((ANN, done), (EVE, done), (OPERATOR, done), (EVE, own), (OPERATOR, own)):
        answers = walked(platform, who, match)
        assert [answer.status_code for answer in answers] == [403] * len(answers), who
        assert {answer.json["sentence"] for answer in answers[:-1]} == {SEALED}
    assert platform.ask(ANN, "GET", f"/matches/{own}").status_code == 200
    for who in (ANN, EVE):
        assert seed.encode() not in record(platform, id_)
        assert seed not in json.dumps(ask(platform, who, "GET", f"/tournaments/{id_}"))
    assert {one["points"] for one in ask(platform, EVE, "GET", f"/tournaments/{id_}/standings")["standings"]} == {0}
    assert not deal(platform, id_).is_ended
    resign(platform, ANN, BOB)
    settle(platform)
    assert deal(platform, id_).is_ended
    assert platform.ask(EVE, "GET", f"/matches/{done}").status_code == 200
    assert seed.encode() in platform.ask(EVE, "GET", f"/matches/{own}/export").data
    verdict = verify(record(platform, id_))
    assert verdict.holds, verdict.failures


def test_a_table_that_is_given_up_opens_nothing(platform: Platform):
    id_ = begun(platform, ANN, BOB, bots=4, absent="forfeit")
    before = state(platform, id_)
    seed = seed_of(before, 0)
    pass_time(platform)
    settle(platform)
    found = state(platform, id_)
    given_up = [
        found.rounds[0].matches[table] for table, one in found.rounds[0].results.items() if one.how == "forfeit"
    ]
    assert given_up
    for match in given_up:
        assert seed.encode() not in platform.ask(EVE, "GET", f"/matches/{match}/export").data
    assert found.ended
    verdict = verify(record(platform, id_))
    assert verdict.holds, verdict.failures


def test_who_does_not_come_has_no_place_and_a_bot_plays_the_same_draws(platform: Platform):
    id_, found = with_people_together(platform)
    sit(platform, id_, ANN)
    pass_time(platform)
    settle(platform)
    resign(platform, ANN)
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    result = found.rounds[0].results[0]
    assert (result.places[0] is None, result.places[1] is None) == (False, True)
    assert luck(platform, found.rounds[0].matches[0]) == luck(platform, found.rounds[0].matches[1])
    assert not found.entrants[1].is_in
    points = {one.entrant: one.points for one in found.standings}
    assert points[1] == 0
    assert points[3] == 12  # nobody else was there to be compared with: the average
    verdict = verify(record(platform, id_))
    assert verdict.holds, verdict.failures


def test_games_that_all_play_together_are_compared_by_points(platform: Platform):
    id_ = begun(platform, bots=6, game="sprawlopolis")
    found = state(platform, id_)
    assert found.ended
    results = found.rounds[0].results.values()
    assert {result.places for result in results} == {(1, 1)}
    assert all(len(set(result.points)) == 1 for result in results)
    best = max(result.points for result in results)
    first = found.standings[0].entrant
    assert any(first in found.rounds[0].tables[one.table] for one in results if one.points == best)
    verdict = verify(record(platform, id_))
    assert verdict.holds, verdict.failures


def test_two_schedulers_commit_and_open_a_deal_once_and_an_early_end_opens_it_too(platform: Platform):
    id_, found = with_people_together(platform)
    stream = f"deal:{deal_of(found, 0)}"
    for one in (Dealing(platform.streams), Dealing(Streams(platform.streams.ledger))):
        one.commit(found, found.rounds[0])
    assert platform.streams.deals.load(stream).version == 1
    desk(platform, id_, "end", note="the hall closes")
    settle(platform)
    for one in (Dealing(platform.streams), Dealing(Streams(platform.streams.ledger))):
        one.open(state(platform, id_))
    assert platform.streams.deals.load(stream).version == 2


def test_on_real_tables_nothing_is_dealt_here(platform: Platform):
    id_ = opened(platform, "duplicate", rounds=1, in_person=True)
    add(platform, id_, names=["Ann", "Ben", "Cat", "Dan"])
    desk(platform, id_, "start")
    settle(platform)
    for table, points in enumerate(([40, 20], [30, 25])):
        desk(platform, id_, "results", round=0, table=table, places=[1, 2], points=points)
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    assert deal(platform, id_).committed is None
    Dealing(Streams(MemoryLedger())).open(found)
    assert found.standings[0].points == 24
    assert verify(record(platform, id_)).holds
