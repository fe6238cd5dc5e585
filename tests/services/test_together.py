"""Cooperative games are hosted like all others: a table of one, a count against a target, cities without a match."""

from typing import Any

import pytest

from tests.games.sprawlopolis.known import QUESTIONS
from tests.services.conftest import Platform
from tests.services.test_hosting import HASH, NONCE, looked, move, opened, told

pytestmark = pytest.mark.server


def test_every_known_cooperative_city_has_its_points_over_http(platform: Platform) -> None:
    for question in QUESTIONS:
        question.check(told(platform.ask("eve", "POST", "/scoring/sprawlopolis", **question.asked)))


@pytest.mark.parametrize(
    ("wrong", "fields"),
    [
        ({"goals": [1, 99]}, {"goals": {"1": ["There is no goal 99."]}}),
        ({"difficulty": "easy"}, {"difficulty": ["Must be one of normal, easier, harder."]}),
        ({"rows": ["R X"]}, {"rows": {"0": {"1": ["\u201cX\u201d is no block."]}}}),
        ({"cards": []}, {"rows": ["Give either rows or cards."]}),
    ],
)
def test_wrong_fields_of_such_a_city_are_named(
    platform: Platform, wrong: dict[str, Any], fields: dict[str, Any]
) -> None:
    refused = platform.ask("eve", "POST", "/scoring/sprawlopolis", **{"goals": [1], "rows": ["R P"]} | wrong)
    assert refused.status_code == 400
    assert told(refused)["fields"] == fields


def test_a_table_of_one_fills_at_once_and_its_match_is_counted_against_a_target(platform: Platform) -> None:
    id_ = opened(platform, game="sprawlopolis", seats=1, bots=[])
    assert platform.ask("ada", "POST", f"/tables/{id_}/seats", nonce_hash=HASH, cause="sit-00001").status_code == 200
    assert platform.ask("ada", "POST", f"/tables/{id_}/nonces", nonce=NONCE, cause="show-0001").status_code == 200
    platform.settle()
    for _ in range(14):
        assert move(platform, id_, looked(platform, id_)).status_code == 200
    platform.settle()
    points, (row,) = told(platform.ask("eve", "GET", f"/scoring/matches/{id_}")), platform.rows.listed("ended")
    assert points["counted"] is True
    assert (row.points, row.target) == (points["points"], points["target"])
    won = points["points"][0] >= points["target"]
    assert points["places"] == [1 if won else None]
    assert row.winners == ([0] if won else [])
