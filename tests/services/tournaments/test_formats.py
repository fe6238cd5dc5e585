"""A tournament of each format, played to its end by bots through the real services."""

import pytest

from shared.platform.records.tournament_file import export_tournament
from tests.services.conftest import Platform
from tests.services.tournaments.played import ask, desk, of_bots, settle, shown, state

pytestmark = pytest.mark.server


def test_a_swiss_of_bots_runs_by_itself(platform: Platform):
    id_ = of_bots(platform, rounds=2, bots=4, seats=2)
    desk(platform, id_, "start")
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    assert found.ended.reason == "finished"
    assert len(found.rounds) == 2
    print(shown(platform, id_))
