"""A worker that shows signs of life, waits while nothing can be stored, and ends when it is asked to."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from threading import Timer
from typing import Any

from redis.client import Pipeline
from redis.exceptions import RedisError
from rq.exceptions import StopRequested
from rq.executions import Execution
from rq.job import Job, JobStatus
from rq.queue import Queue
from rq.results import Result
from rq.utils import now
from rq.worker import SimpleWorker

from infra.alarm import Alarm
from infra.beat import Beat
from shared.ledger.redis import is_away
from shared.services import SERVICES
from shared.web.jobs import BEAT, SILENT
from shared.web.life import end_quickly, rest, show_life, showing_life

PAUSE = 1.0  # seconds, while the server is away or stores nothing
GRACE = 1.0  # seconds for the current job when the worker is asked to end; then the job goes back into its queue


class Worker(SimpleWorker):
    """Runs jobs in its own process, which starts them within 4 ms, however long they take."""

    death_penalty_class = Alarm
    max_connection_wait_time = 2.0  # seconds between two tries to reach a server that is away; up to 60 by default

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.beat = Beat(self.maintain_heartbeats)
        self._has_beaten = self._has_looked = float("-inf")

    @property
    def dequeue_timeout(self) -> int:
        """An idle worker looks for dead ones between two waits for a job; by default a wait takes seven minutes."""
        return max(1, min(super().dequeue_timeout, self.maintenance_interval))

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        """By default others wait until the job's time is up."""
        return SILENT

    def heartbeat(self, timeout: int | None = None, pipeline: "Pipeline | None" = None) -> None:
        """Called before each wait for a job, after each job, and, with a pipeline, at the start of a job and beside it.

        Other workers judge by the beats of a job. The worker's own are for people who look: one a second is enough.
        """
        if pipeline is None:
            show_life()
            if time.monotonic() < self._has_beaten + BEAT:
                return
        with self.ending_quietly(), nullcontext(pipeline) if pipeline else self.connection.pipeline() as pipe:
            super().heartbeat(None, pipe)
            if pipeline is None:
                pipe.execute()
        self._has_beaten = time.monotonic()

    def set_state(self, state: str, pipeline: "Pipeline | None" = None) -> None:
        """By default the same one is written again and again."""
        if pipeline or state != self.get_state():
            super().set_state(state, pipeline)

    def check_for_suspension(self, burst: bool) -> None:
        """By default before each job."""
        if time.monotonic() >= self._has_looked + BEAT:
            super().check_for_suspension(burst)
            self._has_looked = time.monotonic()

    def load_jobs(self) -> None:
        """By default the first job loads what it needs, which on a busy machine takes all of the job's time."""
        for module in {
            queue.jobs for service in SERVICES for queue in service.queues if queue.name in self.queue_names()
        }:
            import_module(module)

    def bootstrap(self, *given: Any, **more: Any) -> None:
        end_quickly()
        self.load_jobs()
        while True:
            try:
                super().bootstrap(*given, **more)
                return
            except RedisError as error:
                if not is_away(error):
                    raise
                rest(PAUSE)

    def run_maintenance_tasks(self) -> None:
        with self.ending_quietly():
            super().run_maintenance_tasks()  # type: ignore[no-untyped-call]

    def dequeue_job_and_maintain_ttl(self, *given: Any, **more: Any) -> Any:
        with self.ending_quietly():
            return super().dequeue_job_and_maintain_ttl(*given, **more)

    def execute_job(self, job: Job, queue: Queue) -> None:
        with self.ending_quietly():
            super().execute_job(job, queue)

    def teardown(self) -> None:
        self.beat.end()
        try:
            super().teardown()  # type: ignore[no-untyped-call]
        except RedisError as error:
            if not is_away(error):
                raise

    @contextmanager
    def ending_quietly(self) -> Iterator[None]:
        """Without a server there is no work; the runner starts another worker, which waits."""
        try:
            yield
        except RedisError as error:
            if not is_away(error):
                raise
            raise StopRequested from error

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        with self.beat.during(job, queue, execution), showing_life():
            return bool(super().perform_job(job, queue, execution))

    def handle_execution_ended(self, job: Job, queue: Queue, heartbeat_ttl: int) -> None:
        """By default the job gets one more sign of life, a moment before it goes."""
        job.ended_at = now()

    def handle_job_success(self, job: Job, queue: Queue, started_job_registry: Any, execution: Execution) -> None:
        """By default ten requests look for what none of our jobs has, such as other jobs that wait for it."""
        if job.result_ttl != 0 or job.repeats_left or job.group_id or job.has_rate_limit:
            super().handle_job_success(job, queue, started_job_registry, execution)
            return
        with self.connection.pipeline() as pipe:
            self.increment_successful_job_count(pipe)
            self.increment_total_working_time(job.ended_at - job.started_at, pipe)  # type: ignore[operator]
            self.cleanup_execution(job, pipe, execution)
            results = Result.get_key(job.id)  # type: ignore[no-untyped-call]
            pipe.delete(job.key, job.dependents_key, job.dependencies_key, job.execution_registry.key, results)
            pipe.execute()

    def _shutdown(self) -> None:
        """By default a worker that is asked to end finishes its job first, which may take minutes."""
        super()._shutdown()  # type: ignore[no-untyped-call]  # without a job it ends at once
        timer = Timer(GRACE, self.leave)
        timer.daemon = True
        timer.start()

    def leave(self) -> None:
        try:
            if self.beat.at_work:
                self.put_back(*self.beat.at_work)
        finally:
            os._exit(0)

    def put_back(self, job: Job, queue: Queue, execution: Execution) -> None:
        """The next worker runs the job from its beginning; none of its tries is used up."""
        with self.connection.pipeline() as pipe:
            self.cleanup_execution(job, pipe, execution)
            job.set_status(JobStatus.QUEUED, pipe)
            queue.push_job_id(job.id, pipe, at_front=True)
            pipe.execute()
        self.register_death()  # type: ignore[no-untyped-call]
