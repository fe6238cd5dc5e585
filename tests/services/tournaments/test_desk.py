"""What organisers decide: each of it is in the record, with its reason, and none of it is anybody else's."""

from typing import Any

import pytest

from services.console.verify import verify
from shared.bots import names, player
from shared.web.rosters import roster
from tests.services.conftest import Platform
from tests.services.test_documents import ZAPHOD
from tests.services.tournaments.played import (
    HOST,
    add,
    ask,
    desk,
    enter,
    of_bots,
    opened,
    record,
    said,
    settle,
    shown,
    state,
)

pytestmark = pytest.mark.server
ANN, BOB = "ann000000000", "bob000000000"
NOT_YOURS = "only the organiser of a tournament can do this"
REAL: dict[str, Any] = {"in_person": True, "rounds": 2, "seats": 2}
ACTS: dict[str, dict[str, Any]] = {
    "add": {},
    "drop": {"entrant": 0, "note": "rude"},
    "bring-back": {"entrant": 0},
    "attend": {"entrant": 0},
    "start": {},
    "pause": {"note": "lunch"},
    "resume": {},
    "pairing": {"round": 0, "tables": [[0, 1]], "byes": [], "note": "friends"},
    "results": {"round": 0, "table": 0, "places": [1, 2]},
    "adjudicate": {"round": 0, "table": 0, "places": [1, 2], "note": "agreed"},
    "end": {"note": "rain"},
    "describe": {"title": "Mine now"},
}


def refused(platform: Platform, id_: str, act: str, who: str = HOST, **body: Any) -> str:
    answer = said(platform, who, "POST", f"/tournaments/{id_}/{act}", **body)
    assert answer.status_code == 403, answer.text
    return str(answer.json["sentence"])


@pytest.mark.parametrize("act", ACTS)
def test_nobody_else_sits_at_the_desk(platform: Platform, act: str):
    id_ = of_bots(platform, rounds=1)
    assert refused(platform, id_, act, ANN, **ACTS[act]) == NOT_YOURS
    assert state(platform, id_).version == 5


def test_on_real_tables_results_are_entered_by_hand_and_no_match_is_opened(platform: Platform):
    id_ = opened(platform, **REAL)
    added = add(platform, id_, names=["Anna", "Bert", "=1+1", "Dora"], strengths=[5, 4, 3, 2])
    assert added["entrants"] == [0, 1, 2, 3]
    desk(platform, id_, "start")
    for number in range(2):
        settle(platform)
        for table in shown(platform, id_)["running"][0]["tables"]:
            desk(platform, id_, "results", round=number, table=table["table"], places=[1, 2], points=[50, 40])
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    assert {result.how for one in found.rounds for result in one.results.values()} == {"by_hand"}
    assert platform.streams.ledger.ids("table") == []
    assert verify(record(platform, id_)).holds
    now = shown(platform, id_)
    assert now["winner"] in ("Anna", "Bert", "=1+1", "Dora")
    files = {kind: said(platform, ANN, "GET", f"/tournaments/{id_}/exports/{kind}") for kind in ("csv", "json", "trf")}
    assert files["csv"].text.splitlines()[0] == (
        "place,entrant,name,points,attended,buchholz,sonneborn_berger,head_to_head,points_scored,draw"
    )
    assert "'=1+1," in files["csv"].text
    assert files["json"].json["names"] == ["Anna", "Bert", "=1+1", "Dora"]
    assert "001    1" in files["trf"].text
    unknown = said(platform, ANN, "GET", f"/tournaments/{id_}/exports/pdf")
    assert (unknown.status_code, unknown.json["sentence"]) == (404, "a tournament is exported as csv, json or trf")
    assert said(platform, ANN, "GET", "/tournaments/nothing00000").json["sentence"] == "there is no such tournament"
    later = said(platform, ANN, "GET", f"/tournaments/{id_}/rounds/9")
    assert (later.status_code, later.json["sentence"]) == (404, "this round is not paired yet")
    played = ask(platform, ANN, "GET", f"/tournaments/{id_}/rounds/1")
    assert played["is_ended"]
    standings = ask(platform, ANN, "GET", f"/tournaments/{id_}/standings")
    assert [one["place"] for one in standings["standings"]] == [1, 2, 3, 4]


def test_only_tables_of_two_have_a_report_and_only_real_ones_names(platform: Platform):
    id_ = of_bots(platform, rounds=1, seats=4)
    report = said(platform, ANN, "GET", f"/tournaments/{id_}/exports/trf")
    assert report.json["sentence"] == "only a tournament at tables of two has a report of this kind"
    by_name = "only where it is played on real tables can somebody enter by name alone"
    assert refused(platform, id_, "add", names=["Anna"]) == by_name


def test_a_bot_that_may_not_come_is_not_entered(platform: Platform):
    id_ = opened(platform, rounds=1, entry="accounts")
    roster().announce(ZAPHOD)
    by_its_owner = "the owner of the bot zaphod enters it where entry is not open to everybody"
    assert refused(platform, id_, "add", bots=["zaphod"]) == by_its_owner
    people = opened(platform, rounds=1, bots=False)
    assert refused(platform, people, "add", bots=["any_move"]) == "this tournament is for people alone"


def test_a_tournament_of_all_the_bots_there_are(platform: Platform):
    id_ = opened(platform, "round_robin", rounds=0)
    body = {"every_bot": True, "cause": "every-bot-1"}
    added = add(platform, id_, **body)
    assert add(platform, id_, **body) == added
    players = {one.player for one in state(platform, id_).entrants}
    assert players == {player(name) for name in names()}
    assert len(added["entrants"]) == len(names())


def test_a_list_that_is_sent_again_enters_nobody_twice(platform: Platform):
    id_ = opened(platform, **REAL)
    body = {"cause": "the-same-list", "names": ["Anna", "Bert"], "bots": ["any_move"]}
    assert add(platform, id_, **body) == add(platform, id_, **body)
    assert len(state(platform, id_).entrants) == 3


def test_the_same_opening_sent_again_is_one_tournament(platform: Platform):
    body = {"game": "quadropolis", "format": "swiss", "rounds": 1, "title": "The cup", "cause": "open-once"}
    first, again = (ask(platform, HOST, "POST", "/tournaments", **body) for _ in range(2))
    assert first == again
    other = said(platform, HOST, "POST", "/tournaments", **{**body, "entry": "accounts"})
    assert (other.status_code, other.json["sentence"]) == (409, "this key was used for something else")
    wrong = said(platform, HOST, "POST", "/tournaments", **{**body, "cause": "open-twice", "rounds": 0})
    assert wrong.status_code == 403
    assert len(platform.redis.keys("tournament:*")) == 1


def test_a_pause_stops_pairing_and_what_runs_goes_on(platform: Platform):
    id_ = of_bots(platform, rounds=2)
    desk(platform, id_, "start")
    desk(platform, id_, "pause", note="lunch")
    settle(platform)
    assert (state(platform, id_).rounds, shown(platform, id_)["status"]) == ((), "paused")
    desk(platform, id_, "resume")
    settle(platform)
    assert state(platform, id_).ended


def test_a_pairing_is_changed_before_the_round_and_dropped_players_are_told_why(platform: Platform):
    id_ = opened(platform, **REAL)
    add(platform, id_, names=["Anna", "Bert", "Cleo", "Dora", "Emil"])
    desk(platform, id_, "start")
    settle(platform)
    one = state(platform, id_).rounds[0]
    tables = [list(reversed(seats)) for seats in one.tables]
    desk(platform, id_, "pairing", round=0, tables=tables, byes=list(one.byes), note="they asked for it")
    assert [list(seats) for seats in state(platform, id_).rounds[0].tables] == tables
    desk(platform, id_, "drop", entrant=4, note="ill")
    desk(platform, id_, "bring-back", entrant=4)
    desk(platform, id_, "results", round=0, table=0, places=[1, 2])
    assert refused(platform, id_, "results", round=0, table=0, places=[2, 1])
    desk(platform, id_, "results", round=0, table=0, places=[2, 1], note="read wrongly")
    desk(platform, id_, "adjudicate", round=0, table=1, places=[1, None], note="he left")
    settle(platform)
    desk(platform, id_, "end", note="rain")
    now = shown(platform, id_)
    assert (now["reason"], now["note"], now["status"]) == ("early", "rain", "ended")
    assert verify(record(platform, id_)).holds


def test_a_table_that_is_adjudicated_no_longer_waits_for_its_match(platform: Platform):
    id_ = opened(platform, rounds=1)
    enter(platform, id_, ANN, BOB)
    desk(platform, id_, "start")
    settle(platform)
    desk(platform, id_, "adjudicate", round=0, table=0, places=[1, 1], note="they shook hands")
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    assert found.rounds[0].results[0].how == "adjudicated"
    assert {one.points for one in found.ended.standings} == {6}
