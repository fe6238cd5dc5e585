"""Work for RQ's workers: queued once, and again under the next number if it was lost on the way."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from math import inf

from rq import Queue
from rq.command import PUBSUB_CHANNEL_TEMPLATE
from rq.exceptions import DuplicateJobError, InvalidJobOperation, NoSuchJobError
from rq.job import Job

from shared.ledger.redis import answering

REMEMBERED = 24 * 3600  # seconds that the number of a try is kept
KEPT_FAILED = 3600  # seconds that a failed job can be looked at
BEAT = 1.0  # seconds between two signs of life of a busy worker (`infra/worker.py`)
LATE = 1.5  # seconds without one after which it is taken for dead if it is not connected to the server either
SILENT = 5  # the same, connected or not: it may hang, or its machine may be gone

Id = str | int


class Jobs:
    """`queue` is one of RQ's. Work has a name, such as `bot-k3f9x2m8q1zt-12-0`, and its jobs are `<name>-<try>`.

    RQ refuses an id for as long as it remembers the job, failed or not; hence the tries, which count from 0.
    """

    def __init__(self, queue: Queue, seconds: int) -> None:
        """A job that takes longer than `seconds` is stopped."""
        self.queue = queue
        self.seconds = seconds

    def enqueue(self, name: str, does: Callable[..., None], *ids: Id) -> None:
        """Queues its newest try, unless that is there already. What was lost has waited longest, and goes first."""
        attempt = self.tries(name)
        with answering(), suppress(DuplicateJobError):
            self.queue.enqueue(
                does,
                *ids,
                job_id=_job(name, attempt),
                unique=True,
                at_front=attempt > 0,
                result_ttl=0,
                failure_ttl=KEPT_FAILED,
                job_timeout=self.seconds,
            )

    def tries(self, name: str) -> int:
        """How often this work was started again: the number of its newest try."""
        with answering():
            return int(self.queue.connection.get(_key(name)) or 0)

    def next_try(self, name: str) -> int:
        with answering():
            attempt = int(self.queue.connection.incr(_key(name)))
            self.queue.connection.expire(_key(name), REMEMBERED)
        return attempt

    def is_under_way(self, name: str) -> bool:
        """Whether the newest try waits in the queue, or a live worker is at it and its time isn't up."""
        with answering():
            try:
                job = Job.fetch(_job(name, self.tries(name)), connection=self.queue.connection)
                is_started = job.is_started
            except (NoSuchJobError, InvalidJobOperation):  # it ended, perhaps between the two
                return False
            if is_started:
                return self._is_alive(job) and _age(job.started_at) < self.seconds + SILENT
            return self.queue.get_job_position(job) is not None or self._was_just_taken(job)

    def _was_just_taken(self, job: Job) -> bool:
        """A worker takes a job a moment before it says so. Whoever is killed in between leaves it there for good."""
        taken = self.queue.intermediate_queue
        return job.id in taken.get_job_ids() and taken.set_first_seen(job.id)

    def _is_alive(self, job: Job) -> bool:
        """Whether the worker that has it lives. The server knows at once when a killed one is gone."""
        silent = abs(_age(job.last_heartbeat))  # a sign from the future was shown before the clock was set back
        return silent < LATE or (silent < SILENT and self._is_connected(job))

    def _is_connected(self, job: Job) -> bool:
        """As long as a worker of RQ's lives, it listens for commands, beside its job."""
        channel = PUBSUB_CHANNEL_TEMPLATE % job.worker_name
        return any(listeners for _, listeners in self.queue.connection.pubsub_numsub(channel))


def _job(name: str, attempt: int) -> str:
    return f"{name}-{attempt}"


def _key(name: str) -> str:
    return f"tries:{name}"


def _age(at: datetime | None) -> float:
    """In seconds."""
    return inf if at is None else (datetime.now(UTC) - at.astimezone(UTC)).total_seconds()
