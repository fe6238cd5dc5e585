"""Tournaments that are opened with values of any kind, asked for by any name, or called at any moment."""

from typing import Any

import pytest

from tests.services.conftest import Platform
from tests.services.tournaments.bodies import INSIDE, NEW, Body
from tests.services.tournaments.hostile import ANN, EVE, VALUES, check_can_be_read
from tests.services.tournaments.played import HOST, desk, enter, opened, said, settle, shown, state

pytestmark = pytest.mark.server


@pytest.mark.parametrize("field", NEW)
def test_no_tournament_is_opened_with_values_of_any_kind_that_can_not_be_held(platform: Platform, field: str):
    for value in VALUES:
        check_opened(platform, {**NEW, field: value})


@pytest.mark.parametrize(("name", "field"), [(name, field) for name, body in INSIDE.items() for field in body[name]])
def test_nor_with_such_values_inside_of_one(platform: Platform, name: str, field: str):
    body = {**NEW, **INSIDE[name]}
    assert said(platform, HOST, "POST", "/tournaments", **body).status_code == 201
    for value in VALUES:
        check_opened(platform, {**body, name: {**body[name], field: value}})


def check_opened(platform: Platform, body: Body) -> None:
    answer = said(platform, HOST, "POST", "/tournaments", **body)
    assert answer.status_code in (201, 400, 403), (body, answer.text)
    if answer.status_code == 201:
        check_can_be_read(platform, answer.json["id"])
    else:
        assert answer.json["sentence"], body


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
    answer = said(platform, HOST, "POST", "/tournaments", **{**NEW, "check_in": "rounds", **more})
    assert answer.status_code == 400
    assert answer.json["sentence"].endswith(sentence)
    enough = said(platform, HOST, "POST", "/tournaments", **{**NEW, "check_in": "rounds", "rest": 1})
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
