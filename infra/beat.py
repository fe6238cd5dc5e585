"""Shows other workers, from one thread beside all jobs, that this process lives; the runner sees whether it works."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import NamedTuple

from redis.exceptions import RedisError
from rq.executions import Execution
from rq.job import Job
from rq.queue import Queue

from shared.web.jobs import BEAT


class AtWork(NamedTuple):
    job: Job
    queue: Queue
    execution: Execution


class Beat:
    """`show` says for a job and its execution that this process is at it."""

    def __init__(self, show: Callable[[Job, Execution], None]) -> None:
        self.at_work: AtWork | None = None
        self._show = show
        self._lock = Lock()
        self._ended = Event()
        self._thread: Thread | None = None

    @contextmanager
    def during(self, job: Job, queue: Queue, execution: Execution) -> Iterator[None]:
        """Most jobs are over before the first beat, so none of them starts a thread of its own."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="beat", daemon=True)
            self._thread.start()
        self.at_work = AtWork(job, queue, execution)
        try:
            yield
        finally:
            with self._lock:
                self.at_work = None

    def end(self) -> None:
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.wait(BEAT):
            with self._lock, suppress(RedisError):  # a missed beat is a sign in itself
                if self.at_work:
                    self._show(self.at_work.job, self.at_work.execution)
