"""A worker that shows signs of life, waits while nothing can be stored, and ends when it is asked to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread, Timer
from typing import Any

from redis.client import Pipeline
from redis.exceptions import RedisError
from rq.exceptions import StopRequested
from rq.executions import Execution
from rq.job import Job, JobStatus
from rq.queue import Queue
from rq.worker import SimpleWorker

from shared.ledger.redis import is_away
from shared.web.jobs import BEAT, SILENT
from shared.web.life import end_quickly, rest, show_life, showing_life

PAUSE = 1.0  # seconds, while the server is away or stores nothing
GRACE = 1.0  # seconds for the current job when the worker is asked to end; then the job goes back into its queue


class Worker(SimpleWorker):
    """Runs jobs in its own process, which starts them within 4 ms, however long they take."""

    max_connection_wait_time = 2.0  # seconds between two tries to reach a server that is away; up to 60 by default
    _at_work: tuple[Job, Queue, Execution] | None = None

    @property
    def dequeue_timeout(self) -> int:
        """An idle worker looks for dead ones between two waits for a job; by default a wait takes seven minutes."""
        return max(1, min(super().dequeue_timeout, self.maintenance_interval))

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        """By default others wait until the job's time is up."""
        return SILENT

    def heartbeat(self, timeout: int | None = None, pipeline: "Pipeline | None" = None) -> None:
        """Called before each wait for a job, after each job, and, with a pipeline, from the thread beside a job."""
        if pipeline is None:
            show_life()
        with self.ending_quietly():
            super().heartbeat(timeout, pipeline)

    def bootstrap(self, *given: Any, **more: Any) -> None:
        end_quickly()
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
        with self.beating(job, queue, execution), showing_life():
            return bool(super().perform_job(job, queue, execution))

    @contextmanager
    def beating(self, job: Job, queue: Queue, execution: Execution) -> Iterator[None]:
        """Shows other workers, from a thread beside the job, that this process lives; the runner sees if it works."""
        ended = Event()

        def beat() -> None:
            while not ended.wait(BEAT):
                with suppress(RedisError):  # a missed beat is a sign in itself
                    self.maintain_heartbeats(job, execution)

        thread = Thread(target=beat, name="beat", daemon=True)
        thread.start()
        self._at_work = (job, queue, execution)
        try:
            yield
        finally:
            self._at_work = None
            ended.set()
            thread.join()

    def _shutdown(self) -> None:
        """By default a worker that is asked to end finishes its job first, which may take minutes."""
        super()._shutdown()  # type: ignore[no-untyped-call]  # without a job it ends at once
        timer = Timer(GRACE, self.leave)
        timer.daemon = True
        timer.start()

    def leave(self) -> None:
        try:
            if self._at_work:
                self.put_back(*self._at_work)
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
