"""Signs of life show whether a worker is at a job, and setting the clock never makes a dead worker look alive."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import fakeredis
import pytest
from rq import Queue
from rq.command import PUBSUB_CHANNEL_TEMPLATE
from rq.job import Job, JobStatus

from shared.web.jobs import LATE, SILENT, Jobs


@pytest.fixture
def jobs() -> Jobs:
    return Jobs(Queue("bots", connection=fakeredis.FakeRedis()), 60)


def begun(jobs: Jobs, beat: float) -> None:
    """The worker `ada` took it, and showed its last sign of life this many seconds from now."""
    jobs.enqueue("work", print)
    job = Job.fetch("work-0", connection=jobs.queue.connection)
    jobs.queue.remove(job)
    job.set_status(JobStatus.STARTED)
    job.worker_name = "ada"
    job.started_at = job.last_heartbeat = datetime.now(UTC) + timedelta(seconds=beat)
    job.save()


@contextmanager
def listening(jobs: Jobs, worker: str) -> Iterator[None]:
    """As a worker of this name does while it lives."""
    with jobs.queue.connection.pubsub() as heard:
        heard.subscribe(PUBSUB_CHANNEL_TEMPLATE % worker)
        yield


@pytest.mark.parametrize(
    ("beat", "lives"), [(0, True), (-SILENT + 1, True), (-SILENT - 1, False), (SILENT + 2, False), (3600, False)]
)
def test_a_sign_of_life_is_neither_old_nor_from_before_the_clock_was_set_back(jobs: Jobs, beat: float, lives: bool):
    begun(jobs, beat)
    with listening(jobs, "ada"):
        assert jobs.is_under_way("work") is lives


@pytest.mark.parametrize(("beat", "lives"), [(0, True), (-LATE + 0.5, True), (-LATE - 0.1, False)])
def test_a_worker_that_is_not_connected_any_more_is_given_up_soon(jobs: Jobs, beat: float, lives: bool):
    begun(jobs, beat)
    with listening(jobs, "another"):
        assert jobs.is_under_way("work") is lives


def test_what_is_just_being_taken_is_lost_only_when_it_still_is_at_the_next_look(jobs: Jobs):
    jobs.enqueue("work", print)
    client = jobs.queue.connection
    client.lmove(jobs.queue.key, jobs.queue.intermediate_queue_key, "LEFT", "RIGHT")
    assert [jobs.is_under_way("work"), jobs.is_under_way("work")] == [True, False]


def test_what_was_lost_goes_before_what_waits(jobs: Jobs):
    jobs.enqueue("lost", print)
    jobs.enqueue("waits", print)
    jobs.queue.remove("lost-0")
    jobs.next_try("lost")
    jobs.enqueue("lost", print)
    assert jobs.queue.job_ids == ["lost-1", "waits-0"]


def test_a_job_that_ends_while_it_is_looked_at_is_under_way_no_more(jobs: Jobs, monkeypatch: pytest.MonkeyPatch):
    begun(jobs, 0)
    real = Job.fetch

    def fetch(*args: Any, **more: Any) -> Job:
        found = real(*args, **more)
        jobs.queue.connection.delete(found.key)  # its worker is done with it just now
        return found

    monkeypatch.setattr(Job, "fetch", fetch)
    assert jobs.is_under_way("work") is False
