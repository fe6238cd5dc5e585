"""A tournament of each format, played to its end by bots through the real services, and its record verified."""

from typing import Any

import pytest

from services.console.verify import verify
from tests.services.conftest import Platform
from tests.services.tournaments.played import ask, desk, of_bots, record, settle, shown, state

pytestmark = pytest.mark.server

FORMATS: dict[str, dict[str, Any]] = {
    "a Swiss at tables of two": {"format_": "swiss", "rounds": 2, "bots": 5},
    "a Swiss at tables of four": {"format_": "swiss", "seats": 4, "rounds": 2, "bots": 7},
    "a round robin": {"format_": "round_robin", "bots": 3},
    "a knock-out": {"format_": "elimination", "bots": 5, "third_place": True},
    "a knock-out at tables of four": {"format_": "elimination", "seats": 4, "bots": 6},
    "a double knock-out": {"format_": "double_elimination", "bots": 3},
    "an arena": {"format_": "arena", "rounds": 2, "bots": 4},
    "a league": {"format_": "league", "bots": 3},
    "a duplicate": {"format_": "duplicate", "rounds": 2, "bots": 5},
    "a duplicate at tables of four": {"format_": "duplicate", "seats": 4, "rounds": 1, "bots": 9},
    "groups and a final": {
        "format_": "swiss",
        "rounds": 1,
        "bots": 4,
        "final": {"format": "elimination", "rounds": 0, "entrants": 2},
    },
}


@pytest.mark.parametrize("how", FORMATS.values(), ids=FORMATS)
def test_bots_play_it_to_its_end_and_its_record_holds(
    platform: Platform, how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("services.matchmaking.tournaments.deadlines.TOGETHER", 0.0)
    id_ = of_bots(platform, **how)
    desk(platform, id_, "start")
    settle(platform)
    found = state(platform, id_)
    assert found.ended, shown(platform, id_)
    assert found.ended.reason == "finished"
    assert not [one for one in found.rounds if one.open]
    assert sorted(one.place for one in found.ended.standings) == [*range(1, len(found.members) + 1)]
    verdict = verify(record(platform, id_))
    assert verdict.holds, verdict.failures
    (row,) = listed(platform, "ended")
    assert (row["id"], row["winner"], row["status"]) == (id_, "bot:any_move@1", "ended")
    assert listed(platform, "running") == listed(platform, "planned") == []


def listed(platform: Platform, status: str) -> Any:
    return ask(platform, "anybody00000", "GET", f"/tournaments?status={status}")["tournaments"]
