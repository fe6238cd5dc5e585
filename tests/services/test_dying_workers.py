"""A turn whose worker is killed is played once: by that worker if it stored the move, and by a later one if not."""

import signal
import subprocess
import sys

import pytest
from rq.job import Job

from services.game_command.jobs import play_bot_turn
from shared.platform.again.decided_again import first_difference
from shared.platform.records.export import streams_of
from tests.servers import CLEAN
from tests.services.conftest import Platform
from tests.services.test_reactions import bot_called, impatient, match, types
from tests.waiting import BUSY, until

__all__ = ["impatient"]  # a fixture

pytestmark = pytest.mark.server


def killed(url: str, moment: str) -> None:
    """A worker that takes the next job has come to that moment."""
    worker_class = f"tests.services.dying_workers.{moment}"
    command = [sys.executable, "-m", "rq.cli", "worker", "bots", "--worker-class", worker_class]
    found = subprocess.run(
        command, env={**CLEAN, "REDIS_URL": url, "RQ_REDIS_URL": url}, capture_output=True, timeout=BUSY, check=False
    )
    assert found.returncode == -signal.SIGKILL, found.stderr


def tried_again(platform: Platform, job: str) -> None:
    """As soon as the killed worker is missed."""

    def is_queued() -> bool:
        platform.rounds()
        return platform.queues[0].job_ids == [job]

    until(is_queued)


def test_a_move_whose_worker_is_killed_before_the_queue_hears_of_it_is_not_made_again(
    platform: Platform, clean_server: str
):
    id_ = bot_called(platform)
    turn, (job,) = match(platform, id_).turn, platform.queues[0].job_ids
    killed(clean_server, "AfterTheMove")
    assert Job.fetch(job, connection=platform.redis).is_started
    assert match(platform, id_).called == (0,)
    stored = types(platform, f"match:{id_}")
    platform.rounds()
    platform.settle()
    play_bot_turn(id_, turn, 1)  # nothing runs it again, and if anything did
    assert types(platform, f"match:{id_}") == stored
    assert platform.queues[0].job_ids == []
    assert first_difference(id_, streams_of(platform.streams.ledger, id_)) is None


def test_a_turn_whose_worker_is_killed_twice_is_played_by_the_third(platform: Platform, clean_server: str):
    id_ = bot_called(platform)
    turn, (job,) = match(platform, id_).turn, platform.queues[0].job_ids
    killed(clean_server, "BeforeTheMove")
    tried_again(platform, f"{job[:-1]}1")
    killed(clean_server, "BeforeTheMove")
    assert match(platform, id_).turn_of(1) == turn
    tried_again(platform, f"{job[:-1]}2")
    platform.settle()
    assert match(platform, id_).called == (0,)
    assert "match.stand_in_seated" not in types(platform, f"match:{id_}")
    assert first_difference(id_, streams_of(platform.streams.ledger, id_)) is None
