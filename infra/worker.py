"""A worker that shows signs of life at its work, waits while nothing can be stored, and leaves when it is asked to."""

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
GRACE = 1.0  # seconds for a job that is under way when the worker is asked to end; then it goes back into its queue


class Worker(SimpleWorker):
    """Runs jobs in its own process (4 ms from queue to start), however long they take."""

    max_connection_wait_time = 2.0  # seconds between two looks for a server that is away; by default up to a minute
    _at_work: tuple[Job, Queue, Execution] | None = None

    @property
    def dequeue_timeout(self) -> int:
        """An idle worker looks after the dead between two waits for a job; by default it waits seven minutes."""
        return max(1, min(super().dequeue_timeout, self.maintenance_interval))

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        """By default others wait until the job's time is over."""
        return SILENT

    def heartbeat(self, timeout: int | None = None, pipeline: "Pipeline | None" = None) -> None:
        """Before each wait for a job, and after each job. From the thread beside a job the pipeline comes along."""
        if pipeline is None:
            show_life()
        with self.leaving_quietly():
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
        with self.leaving_quietly():
            super().run_maintenance_tasks()  # type: ignore[no-untyped-call]

    def dequeue_job_and_maintain_ttl(self, *given: Any, **more: Any) -> Any:
        with self.leaving_quietly():
            return super().dequeue_job_and_maintain_ttl(*given, **more)

    def execute_job(self, job: Job, queue: Queue) -> None:
        with self.leaving_quietly():
            super().execute_job(job, queue)

    def teardown(self) -> None:
        try:
            super().teardown()  # type: ignore[no-untyped-call]
        except RedisError as error:
            if not is_away(error):
                raise

    @contextmanager
    def leaving_quietly(self) -> Iterator[None]:
        """Where nothing can be stored there is no work; the runner starts another worker, which waits."""
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
        """Tells other workers, from a thread beside the job, that its process lives; the runner sees if it works."""
        ended = Event()

        def beat() -> None:
            while not ended.wait(BEAT):
                with suppress(RedisError):  # a beat that is missed says what it has to say
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
        """By default a worker that is asked to end finishes its job, which may take minutes."""
        super()._shutdown()  # type: ignore[no-untyped-call]  # who has no job leaves at once
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
        """The job is run from its beginning by the next worker; none of its tries is used up."""
        with self.connection.pipeline() as pipe:
            self.cleanup_execution(job, pipe, execution)
            job.set_status(JobStatus.QUEUED, pipe)
            queue.push_job_id(job.id, pipe, at_front=True)
            pipe.execute()
        self.register_death()  # type: ignore[no-untyped-call]
