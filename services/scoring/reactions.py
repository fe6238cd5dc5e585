"""All that scoring does by itself: count what has ended."""

from collections.abc import Callable, Iterable
from functools import partial

from rq import Queue

from services.scoring.jobs import count_match
from shared.ledger.rows import Row, Rows, age
from shared.ledger.store import Notice
from shared.web.jobs import Jobs

GIVEN_TIME = 60  # seconds for one count
LONGEST_PAUSE = 3600  # seconds between two tries


class Reactions:
    """`queue` is RQ's queue `scoring`; `rows` say what waits for its count."""

    def __init__(self, queue: Queue, rows: Rows) -> None:
        self.jobs = Jobs(queue, GIVEN_TIME)
        self.rows = rows

    def table(self) -> dict[str, Callable[[Notice], None]]:
        return {"match.ended": lambda notice: self.enqueue(notice.id)}

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        """Ended and not counted, whatever became of the job."""
        for row in self.rows.listed("counting"):
            yield row.id, partial(self.count_again, row)

    def enqueue(self, match_id: str) -> None:
        self.jobs.enqueue(work(match_id), count_match, match_id)

    def count_again(self, row: Row) -> None:
        """Each time after twice as long: what fails again and again must not fill the queue."""
        name = work(row.id)
        pause = min(2 ** self.jobs.tries(name) - 1, LONGEST_PAUSE)
        if age(row.at) >= pause and not self.jobs.is_under_way(name):
            self.jobs.next_try(name)
            self.enqueue(row.id)


def work(match_id: str) -> str:
    """The name of a count in the queue."""
    return f"count-{match_id}"
