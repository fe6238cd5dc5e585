"""An arena through the real services: bots play until its time is over, and what then plays is played to its end."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from services.console.verify import verify
from shared.ledger.handler import Handler
from shared.platform.tournament import due
from shared.web.ledger import streams
from tests.services.conftest import Platform
from tests.services.tournaments.played import desk, of_bots, record, settle, shown, sit, state
from tests.services.tournaments.test_people import ANN, BOB, CAT, begun, pass_time

pytestmark = pytest.mark.server


class Clock:
    """For all that is stored, and for whoever looks at the time."""

    def __init__(self, platform: Platform) -> None:
        self.ahead = 0.0
        platform.tables.absences.clock = lambda: time.time() + self.ahead
        for each in (platform.streams, streams()):
            for handler in vars(each).values():
                if isinstance(handler, Handler):
                    handler.now = lambda: datetime.now(UTC) + timedelta(seconds=self.ahead)


def test_bots_are_paired_again_and_again_until_its_time_is_over(platform: Platform, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("services.matchmaking.tournaments.deadlines.TOGETHER", 120.0)  # one pairing for each look
    clock = Clock(platform)
    id_ = of_bots(platform, "arena", bots=3, minutes=10)
    desk(platform, id_, "start")
    for rounds in range(1, 4):
        settle(platform)
        assert len(state(platform, id_).rounds) == rounds
        clock.ahead += 180
    now = shown(platform, id_)
    assert (now["status"], now["length"]) == ("running", 0)
    assert now["next"]["at"] > now["at"]
    clock.ahead += 61
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    assert found.ended.reason == "finished"
    assert found.is_time_over
    assert len(found.rounds) == 3
    assert not [one for one in found.rounds if one.open]
    verdict = verify(record(platform, id_))
    assert verdict.holds, verdict.failures


def test_who_plays_when_the_time_is_over_plays_on_and_a_pause_is_no_part_of_it(platform: Platform):
    id_ = begun(platform, ANN, BOB, CAT, format_="arena", minutes=30, rounds=0)
    (one,) = state(platform, id_).rounds
    sit(platform, id_, *[(ANN, BOB, CAT)[entrant] for entrant in one.tables[0]])
    settle(platform)
    desk(platform, id_, "pause", note="tea")
    pass_time(platform, 1801.0)
    platform.rounds()
    assert not state(platform, id_).is_time_over
    pass_time(platform, 0.0)
    desk(platform, id_, "resume")
    pass_time(platform, 1790.0)
    platform.rounds()
    assert not state(platform, id_).is_time_over
    pass_time(platform, 1830.0)
    platform.rounds()
    found = state(platform, id_)
    assert found.is_time_over
    assert due(found) == "play"
    assert [one.open for one in found.rounds] == [(0,)]
