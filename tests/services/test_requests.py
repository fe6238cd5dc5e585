"""What commands and reactions ask of the server: no stream is read twice."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from services.game_command.jobs import play_bot_turn
from tests.services.conftest import Platform
from tests.services.test_reactions import bot_called, impatient, opened, sit

__all__ = ["impatient"]  # a fixture

pytestmark = pytest.mark.server


def asked(platform: Platform, act: Callable[[], Any]) -> dict[str, int]:
    """How many requests of each kind it took to read and write streams, also inside of scripts."""
    platform.redis.config_resetstat()
    act()
    counted: Any = platform.redis.info("commandstats")
    return {name: counted.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in ("xrange", "evalsha")}


def test_a_bots_turn_looks_at_its_match_before_and_after_it_thinks_and_stores_once(platform: Platform):
    bot_called(platform)
    (job,) = platform.queues[0].jobs
    assert asked(platform, lambda: play_bot_turn(*job.args)) == {"xrange": 2, "evalsha": 1}


def test_a_bot_that_waits_costs_a_round_one_look_at_its_match(platform: Platform):
    bot_called(platform)
    assert asked(platform, platform.rounds) == {"xrange": 1, "evalsha": 0}


def test_a_command_to_a_table_reads_it_once(platform: Platform):
    id_ = opened(platform, bots=[])
    sat_down = asked(platform, lambda: sit(platform, id_, None))
    assert sat_down == {"xrange": 1, "evalsha": 2}  # one reserves the seat


def test_a_turn_that_starts_is_read_once_by_each_service_that_reacts(platform: Platform):
    bot_called(platform)
    platform.work("bots")
    assert [asked(platform, partial(platform.hear, which))["xrange"] for which in range(3)] == [1, 1, 0]
