"""A bot may think for as long as its row allows and its worker lives; then its turn is begun again, or ended."""

import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from rq.job import Job, JobStatus

from services.game_command.jobs import play_bot_turn
from services.game_command.reactions import TRIES
from services.game_command.turns import LONG
from shared.bots import BOTS, Bot, bot, stand_in
from shared.settings import settings
from shared.web import jobs
from tests.bots.registered import release
from tests.servers import CLEAN, end
from tests.services.conftest import Patient, Platform
from tests.services.test_reactions import bot_called, match, types
from tests.services.tournaments.played import desk, of_bots
from tests.waiting import until

pytestmark = pytest.mark.server
SOON = 0.6  # seconds without a sign of life


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set before the platform reads it: every round looks after bots that were called, whose time is what they have."""
    monkeypatch.setenv("URBANIST_BOT_PATIENCE", "0")
    monkeypatch.setattr(Patient, "times", 1)


def thinking(monkeypatch: pytest.MonkeyPatch, think: Any, seconds: int = 5) -> None:
    """From now on greedy does this before it plays the first of its moves."""

    def mind(view: Any, moves: Sequence[Any], chance: Any) -> Any:
        think()
        return moves[0]

    release(monkeypatch, Bot("greedy", 1, lambda game, seat: mind, seconds))


def test_a_bot_that_thinks_for_longer_than_the_patience_is_tried_once(platform: Platform, monkeypatch):
    monkeypatch.setattr(jobs, "SILENT", SOON)
    monkeypatch.setattr("infra.beat.BEAT", SOON / 3)
    seen: list[list[str]] = []

    def think() -> None:
        for _ in range(8):
            time.sleep(SOON / 3)  # to think for long is what it is about
            platform.rounds()
            seen.append(platform.queues[0].job_ids)

    id_ = bot_called(platform)
    thinking(monkeypatch, think)
    platform.settle()
    assert seen == [[]] * 8
    assert match(platform, id_).called == (0,)
    assert "match.stand_in_seated" not in types(platform, f"match:{id_}")


def test_a_bot_that_hangs_is_ended_after_its_time_and_replaced_after_its_tries(platform: Platform, monkeypatch):
    begun: list[float] = []

    def think() -> None:
        begun.append(time.monotonic())
        while True:
            pass

    id_ = bot_called(platform)
    platform.queues[0].empty()
    thinking(monkeypatch, think, seconds=1)
    while match(platform, id_).players[1] != stand_in():
        platform.rounds()
        platform.settle()
    assert len(begun) == TRIES - 1  # the first of them was taken out of the queue
    assert time.monotonic() - begun[0] < len(begun) * 4
    assert match(platform, id_).called == (0,)


def test_a_try_that_comes_second_with_another_move_does_not_fail(platform: Platform, monkeypatch):
    id_ = bot_called(platform)
    turn, tries = match(platform, id_).turn, list[int]()

    def mind(view: Any, moves: Sequence[Any], chance: Any) -> Any:
        tries.append(len(tries))
        if tries == [0]:
            play_bot_turn(id_, turn, 1)  # while this one still thinks
            return moves[-1]
        return moves[0]

    release(monkeypatch, Bot("greedy", 1, lambda game, seat: mind, 5))
    play_bot_turn(id_, turn, 1)
    assert tries == [0, 1]
    assert match(platform, id_).called == (0,)


def test_the_turn_of_a_killed_worker_is_begun_again_within_seconds(platform: Platform, clean_server, monkeypatch):
    monkeypatch.setattr(jobs, "SILENT", 3600)  # the server alone knows that it is gone
    id_ = bot_called(platform)
    (name,) = platform.queues[0].job_ids
    worker = subprocess.Popen(
        [sys.executable, "-m", "rq.cli", "worker", "bots", "--worker-class", "infra.worker.Worker"],
        env={**CLEAN, "REDIS_URL": clean_server, "RQ_REDIS_URL": clean_server, "URBANIST_BOT_PAUSE": "60"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        until(lambda: Job.fetch(name, connection=platform.redis).is_started, 20)
        until(lambda: newest_sign(platform, name) > jobs.LATE, 10)  # it lives
        platform.rounds()
        assert platform.queues[0].job_ids == []
        worker.kill()
        until(lambda: queued_by_a_round(platform) == [f"{name[:-1]}1"], 10)
    finally:
        end(worker)
    platform.settle()
    assert match(platform, id_).called == (0,)


def newest_sign(platform: Platform, name: str) -> float:
    """Seconds from the start of the job to the newest sign of life of its worker."""
    job = Job.fetch(name, connection=platform.redis)
    return (job.last_heartbeat - job.started_at).total_seconds() if job.last_heartbeat and job.started_at else 0.0


def queued_by_a_round(platform: Platform) -> list[str]:
    platform.rounds()
    return platform.queues[0].job_ids


@pytest.mark.parametrize(
    ("begun", "seen", "is_left_alone"),
    [
        (bot("bot:greedy@1").seconds + 8, 1, True),  # seconds ago: its pause counts too
        (1, 1, True),
        (6, 6, False),
        (600, 1, False),  # it lives, but nothing ends its job
    ],
)
def test_a_bot_is_left_alone_while_its_worker_lives_and_its_time_runs(
    platform: Platform, monkeypatch, begun, seen, is_left_alone
):
    id_ = bot_called(platform)
    monkeypatch.setenv("URBANIST_BOT_PAUSE", "5")
    settings.cache_clear()
    (name,) = platform.queues[0].job_ids
    platform.queues[0].remove(name)
    job = Job.fetch(name, connection=platform.redis)
    job.started_at, job.last_heartbeat = (datetime.now(UTC) - timedelta(seconds=ago) for ago in (begun, seen))
    job.set_status(JobStatus.STARTED)
    job.save()
    platform.rounds()
    assert platform.queues[0].job_ids == ([] if is_left_alone else [f"{name[:-1]}1"])
    assert match(platform, id_).called == (1,)


def test_a_bot_that_thinks_for_long_waits_in_a_queue_of_its_own(platform: Platform, monkeypatch):
    release(monkeypatch, bot("bot:greedy@1")._replace(seconds=LONG + 1))
    id_ = bot_called(platform, queue=2)
    assert platform.queues[0].count == 0
    platform.rounds()
    assert platform.queues[2].job_ids == [f"bot-{id_}-{match(platform, id_).turn}-1-0"]
    platform.work("slow_bots")
    assert match(platform, id_).called == (0,)
    assert [bot.name for bot in BOTS if bot.seconds > LONG] == ["look_ahead", "strong", "strong", "level_4"]


def test_matches_among_bots_alone_are_in_no_bodys_way(platform: Platform):
    bot_called(platform)
    behind, at_once = platform.queues[4], platform.queues[0]
    waiting = at_once.job_ids
    among_themselves(platform)
    assert (behind.count, at_once.job_ids) == (1, waiting)
    platform.work("bots_alone")
    assert behind.count == 0
    assert at_once.job_ids == waiting


def among_themselves(platform: Platform) -> None:
    """A match of a tournament in which one of two bots is called."""
    id_ = of_bots(platform, bots=2, rounds=1)
    desk(platform, id_, "start")
    while not platform.queues[4].count:
        platform.hear(0)
        platform.hear(1)
        platform.work("pairings")
        for _, duty in platform.tables.duties():
            duty()
