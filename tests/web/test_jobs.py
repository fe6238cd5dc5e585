"""Signs of life show whether a worker is at a job, and setting the clock never makes a dead worker look alive."""

from datetime import UTC, datetime, timedelta
from typing import Any

import fakeredis
import pytest
from rq import Queue
from rq.job import Job, JobStatus

from shared.web.jobs import SILENT, Jobs


@pytest.fixture
def jobs() -> Jobs:
    return Jobs(Queue("bots", connection=fakeredis.FakeRedis()), 60)


def begun(jobs: Jobs, beat: float) -> None:
    """A worker took it, and showed its last sign of life this many seconds from now."""
    jobs.enqueue("work", print)
    job = Job.fetch("work-0", connection=jobs.queue.connection)
    jobs.queue.remove(job)
    job.set_status(JobStatus.STARTED)
    job.started_at = job.last_heartbeat = datetime.now(UTC) + timedelta(seconds=beat)
    job.save()


@pytest.mark.parametrize(
    ("beat", "lives"), [(0, True), (-SILENT + 1, True), (-SILENT - 1, False), (SILENT + 2, False), (3600, False)]
)
def test_a_sign_of_life_is_neither_old_nor_from_before_the_clock_was_set_back(jobs: Jobs, beat: float, lives: bool):
    begun(jobs, beat)
    assert jobs.is_under_way("work") is lives


def test_a_job_that_ends_while_it_is_looked_at_is_under_way_no_more(jobs: Jobs, monkeypatch: pytest.MonkeyPatch):
    begun(jobs, 0)
    real = Job.fetch

    def fetch(*args: Any, **more: Any) -> Job:
        found = real(*args, **more)
        jobs.queue.connection.delete(found.key)  # its worker is done with it just now
        return found

    monkeypatch.setattr(Job, "fetch", fetch)
    assert jobs.is_under_way("work") is False
