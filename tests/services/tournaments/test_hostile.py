"""Calls about tournaments with values of any kind: each is refused with a sentence, and nothing is changed by it."""

from typing import Any

import pytest

from tests.services.conftest import Platform
from tests.services.tournaments.played import HOST, desk, enter, opened, said, settle, shown, state

pytestmark = pytest.mark.server
ANN, EVE = "ann000000000", "eve000000000"
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        10**4,
        2**31,
        2**53,
        2**64,
        10**400,
        1.5,
        "1",
        "",
        "x" * 5000,
        "\x00",
        "\ud7ff",
        "\u202e<script>",
    ),
    *([], [[]], [[0, 0]], [-1], [2**64], [None], ["x"], [0] * 3000, {}, {"a": 1}),
)
BODIES: dict[str, dict[str, Any]] = {
    "enter": {"nonce_hash": "ab" * 32},
    "nonces": {"nonce": "ab" * 32},
    "add": {"bots": [], "every_bot": False, "people": [], "names": [], "strengths": []},
    "drop": {"entrant": 99, "note": "why"},
    "bring-back": {"entrant": 99},
    "attend": {"entrant": 99},
    "pause": {"note": ""},
    "pairing": {"round": 0, "tables": [[0, 99]], "byes": [], "note": "why"},
    "results": {"round": 0, "table": 9, "places": [1, 2], "points": [1, 2], "note": None},
    "adjudicate": {"round": 0, "table": 9, "places": [1, 2], "note": "why"},
    "describe": {"title": "", "text": "", "start": None, "listed": True, "invited": []},
}
NEW: dict[str, Any] = {
    "game": "quadropolis",
    "options": {},
    "title": "",
    "text": "",
    "format": "swiss",
    "seats": 2,
    "rounds": 1,
    "shortest": 2,
    "points": [12, 0],
    "bye": 12,
    "tie_breaks": [],
    "terms": {},
    "check_in": "never",
    "absent": "forfeit",
    "late": True,
    "bots": True,
    "most": 10,
    "minutes": 0,
    "third_place": False,
    "groups": 1,
    "final": None,
    "start": None,
    "entry": "public",
    "invited": [],
    "listed": True,
    "in_person": True,
    "to_sit": 5,
    "rest": 0,
}


@pytest.mark.parametrize("act", BODIES)
def test_values_of_any_kind_are_refused_with_a_sentence(platform: Platform, act: str):
    id_ = opened(platform, rounds=2, in_person=True)
    enter(platform, id_, ANN)
    desk(platform, id_, "add", names=["Bert", "Carl"])
    desk(platform, id_, "start")
    settle(platform)
    before = state(platform, id_)
    for field in BODIES[act]:
        for value in VALUES:
            answer = said(platform, HOST, "POST", f"/tournaments/{id_}/{act}", **{**BODIES[act], field: value})
            assert answer.status_code in (200, 400, 403, 404, 409), (field, value, answer.text)
            assert answer.status_code == 200 or answer.json["sentence"], (field, value)
    after = state(platform, id_)
    assert (after.rounds, after.entrants[: len(before.entrants)]) == (before.rounds, before.entrants)
    assert after.ended is None


@pytest.mark.parametrize("field", NEW)
def test_no_tournament_is_opened_with_values_of_any_kind_that_can_not_be_held(platform: Platform, field: str):
    for value in VALUES:
        answer = said(platform, HOST, "POST", "/tournaments", **{**NEW, "title": "The cup", field: value})
        assert answer.status_code in (201, 400, 403), (value, answer.text)
        if answer.status_code == 201:
            id_ = answer.json["id"]
            assert said(platform, EVE, "GET", f"/tournaments/{id_}").status_code == 200
            assert said(platform, EVE, "GET", f"/tournaments/{id_}/exports/csv").status_code == 200
            settle(platform)


@pytest.mark.parametrize(
    "id_",
    ["x", "..", "%00", "%F0%9F%8E%B2", "a" * 3000, "*", "aaaaaaaaaaaa:names", "{x}", "1e9", "-1", "aaaaaaaaaaaa%0a"],
)
def test_there_is_no_tournament_of_a_name_that_is_none(platform: Platform, id_: str):
    for path in ("", "/standings", "/rounds/0", "/exports/csv", "/record"):
        answer = said(platform, EVE, "GET", f"/tournaments/{id_}{path}")
        assert answer.status_code == 404, (path, answer.text)
    for act in ("enter", "withdraw", "start"):
        assert said(platform, EVE, "POST", f"/tournaments/{id_}/{act}").status_code in (400, 403, 404), act


@pytest.mark.parametrize("number", ["-1", "1", str(2**63), "9" * 400, "0x1", "%31"])
def test_there_is_no_round_of_a_number_that_is_none(platform: Platform, number: str):
    id_ = opened(platform, rounds=2)
    assert said(platform, EVE, "GET", f"/tournaments/{id_}/rounds/{number}").status_code == 404


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"rest": 0}, "to check in before each round takes at least a minute between rounds"),
        ({"rest": 5, "format": "league"}, "where rounds overlap nobody can check in before each of them"),
        ({"rest": 5, "format": "arena"}, "where rounds overlap nobody can check in before each of them"),
    ],
)
def test_there_is_time_to_check_in_before_each_round(platform: Platform, more: dict[str, Any], sentence: str):
    answer = said(platform, HOST, "POST", "/tournaments", **{**NEW, "title": "Cup", "check_in": "rounds", **more})
    assert answer.status_code == 400
    assert answer.json["sentence"].endswith(sentence)
    enough = said(platform, HOST, "POST", "/tournaments", **{**NEW, "title": "Cup", "check_in": "rounds", "rest": 1})
    assert enough.status_code == 201


def test_a_tournament_that_is_paused_waits_with_its_start_and_one_that_is_over_calls_nobody(platform: Platform):
    id_ = opened(platform, rounds=2, start="2020-01-01T00:00:00Z", bots=False)
    enter(platform, id_, ANN, EVE)
    desk(platform, id_, "pause", note="the train is late")
    settle(platform)
    assert state(platform, id_).nonces is None
    desk(platform, id_, "resume")
    settle(platform)
    assert [table["status"] for table in shown(platform, id_, ANN)["me"]["tables"]] == ["sit"]
    desk(platform, id_, "end", note="nobody else comes")
    settle(platform)
    found = shown(platform, id_, ANN)
    assert (found["me"]["tables"], found["running"], found["playing"]) == ([], [], 0)


def test_who_was_dropped_does_not_come_back_by_themselves(platform: Platform):
    id_ = opened(platform, rounds=2)
    enter(platform, id_, ANN, EVE)
    desk(platform, id_, "drop", entrant=1, note="plays for two")
    for act in ("return", "enter", "check-in"):
        answer = said(platform, EVE, "POST", f"/tournaments/{id_}/{act}")
        assert answer.status_code == 403, (act, answer.text)
    desk(platform, id_, "bring-back", entrant=1)
    assert state(platform, id_).entrants[1].is_in
