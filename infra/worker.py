"""A worker that shows signs of life while it works: the jobs of a killed one are run again within seconds."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from redis.client import Pipeline
from redis.exceptions import RedisError
from rq.executions import Execution
from rq.job import Job
from rq.queue import Queue
from rq.worker import SimpleWorker

from shared.web.jobs import BEAT, SILENT
from shared.web.life import show_life, showing_life


class Worker(SimpleWorker):
    """Runs jobs in its own process (4 ms from queue to start), however long they take."""

    max_connection_wait_time = 2.0  # seconds between two looks for a server that is away; by default up to a minute

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
        super().heartbeat(timeout, pipeline)

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        with self.beating(job, execution), showing_life():
            return bool(super().perform_job(job, queue, execution))

    @contextmanager
    def beating(self, job: Job, execution: Execution) -> Iterator[None]:
        """Tells other workers, from a thread beside the job, that its process lives; the runner sees if it works."""
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
