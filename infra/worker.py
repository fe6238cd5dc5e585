"""A worker that shows signs of life while it works: the jobs of a killed one are run again within seconds."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from redis.exceptions import RedisError
from rq.executions import Execution
from rq.job import Job
from rq.queue import Queue
from rq.worker import SimpleWorker

from shared.web.jobs import BEAT, SILENT


class Worker(SimpleWorker):
    """Runs jobs in its own process (4 ms from queue to start), however long they take."""

    @property
    def dequeue_timeout(self) -> int:
        """An idle worker looks after the dead between two waits for a job; by default it waits seven minutes."""
        return max(1, min(super().dequeue_timeout, self.maintenance_interval))

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        """By default others wait until the job's time is over."""
        return SILENT

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        with self.showing_life(job, execution):
            return bool(super().perform_job(job, queue, execution))

    @contextmanager
    def showing_life(self, job: Job, execution: Execution) -> Iterator[None]:
        """From a thread beside the job, which may be busy with nothing but its thoughts."""
        ended = Event()

        def beat() -> None:
            while not ended.wait(BEAT):
                with suppress(RedisError):  # a beat that is missed says what it has to say
                    self.maintain_heartbeats(job, execution)

        thread = Thread(target=beat, name="beat", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()
