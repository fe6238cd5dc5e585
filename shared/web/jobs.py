"""Work for RQ's workers: queued once, and again under the next number if it was lost on the way."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from math import inf

from rq import Queue
from rq.exceptions import DuplicateJobError, InvalidJobOperation, NoSuchJobError
from rq.job import Job

from shared.ledger.redis import answering

REMEMBERED = 24 * 3600  # seconds that the number of a try is kept
KEPT_FAILED = 3600  # seconds that a failed job can be looked at
BEAT = 1.0  # seconds between two signs of life of a busy worker (`infra/worker.py`)
SILENT = 5  # seconds without one after which it is taken for dead

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
        """Queues its newest try, unless that is there already."""
        with answering(), suppress(DuplicateJobError):
            self.queue.enqueue(
                does,
                *ids,
                job_id=self._newest(name),
                unique=True,
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
                job = Job.fetch(self._newest(name), connection=self.queue.connection)
                is_started = job.is_started
            except (NoSuchJobError, InvalidJobOperation):  # it ended, perhaps between the two
                return False
            if is_started:
                # A sign from the future was shown before the clock was set back.
                is_alive = abs(_age(job.last_heartbeat)) < SILENT
                return is_alive and _age(job.started_at) < self.seconds + SILENT
            return self.queue.get_job_position(job) is not None

    def _newest(self, name: str) -> str:
        return f"{name}-{self.tries(name)}"


def _key(name: str) -> str:
    return f"tries:{name}"


def _age(at: datetime | None) -> float:
    """In seconds."""
    return inf if at is None else (datetime.now(UTC) - at.astimezone(UTC)).total_seconds()
