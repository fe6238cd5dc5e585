"""All that scoring does by itself: count what has ended."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from rq import Queue
from rq.exceptions import DuplicateJobError

from services.scoring.jobs import count_match
from shared.ledger.redis import answering
from shared.ledger.rows import Rows
from shared.ledger.store import Notice

TIME = 60  # seconds for one count


class Reactions:
    """`queue` is RQ's queue `scoring`."""

    def __init__(self, queue: Queue, rows: Rows) -> None:
        self.queue = queue
        self.rows = rows
        self.tries: dict[str, int] = {}

    def table(self) -> dict[str, Callable[[Notice], None]]:
        return {"match.ended": lambda notice: self.enqueue(notice.stream.partition(":")[2], 0)}

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        """Ended and not counted, whatever became of the job: again, under the next try's number."""
        waiting = {row.id for row in self.rows.listed("counting")}
        self.tries = {id_: self.tries.get(id_, 0) + 1 for id_ in waiting}
        for id_, attempt in self.tries.items():
            yield id_, partial(self.enqueue, id_, attempt)

    def enqueue(self, match_id: str, attempt: int) -> None:
        with answering(), suppress(DuplicateJobError):
            self.queue.enqueue(
                count_match,
                match_id,
                job_id=f"count-{match_id}-{attempt}",
                unique=True,
                result_ttl=0,
                failure_ttl=3600,
                job_timeout=TIME,
            )
