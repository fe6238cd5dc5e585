"""All that scoring does by itself: count what has ended, and have it analysed."""

from collections.abc import Callable, Iterable
from functools import partial

from rq import Queue

from services.scoring.analysis import analyse_match, is_wanted
from services.scoring.jobs import count_match
from shared.errors import Broken, NotFound
from shared.ledger.absences import Absences
from shared.ledger.rows import Row, Rows
from shared.ledger.store import Notice
from shared.web.jobs import Jobs

GIVEN_TIME = 60  # seconds for one count
GIVEN_TIME_TO_ANALYSE = 3600  # seconds for one match
ANALYSES = "analyses"  # the set of what waits for one
MOST_ANALYSES = 3  # tries of one match: nobody waits for it
LONGEST_PAUSE = 3600  # seconds between two tries


class Reactions:
    """`counts` and `analyses` are RQ's queues; `rows` say what waits for its count.

    What waits for its analysis stands in a set beside the queue, from the count on until there is one.
    """

    def __init__(self, counts: Queue, rows: Rows, analyses: Queue | None) -> None:
        """Without `analyses` nothing is analysed."""
        self.jobs = Jobs(counts, GIVEN_TIME)
        self.rows = rows
        self.absences = Absences(rows.client)
        self.analyses = None if analyses is None else Jobs(analyses, GIVEN_TIME_TO_ANALYSE)

    def table(self) -> dict[str, Callable[[Notice], None]]:
        reactions: dict[str, Callable[[Notice], None]] = {"match.ended": lambda notice: self.enqueue(notice.id)}
        if self.analyses:
            reactions["score.counted"] = lambda notice: self.want_analysis(notice.id)
        return reactions

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        """Ended and not counted, counted and not analysed, whatever became of the job."""
        for row in self.rows.listed("counting"):
            yield row.id, partial(self.count_again, row)
        if self.analyses:
            for id_ in self.analyses.wanted(ANALYSES):
                yield id_, partial(self.analyse_again, self.analyses, id_)

    def want_analysis(self, match_id: str) -> None:
        assert self.analyses is not None
        self.analyses.want(ANALYSES, match_id)
        self.analyses.enqueue(f"analysis-{match_id}", analyse_match, match_id)

    def analyse_again(self, jobs: Jobs, match_id: str) -> None:
        name = f"analysis-{match_id}"
        if not can_be_analysed(match_id) or jobs.tries(name) >= MOST_ANALYSES:
            jobs.settle(ANALYSES, match_id)
        elif not jobs.is_under_way(name):
            jobs.next_try(name)
            jobs.enqueue(name, analyse_match, match_id)

    def enqueue(self, match_id: str) -> None:
        self.jobs.enqueue(work(match_id), count_match, match_id)

    def count_again(self, row: Row) -> None:
        """Each time after twice as long: what fails again and again must not fill the queue."""
        name = work(row.id)
        pause = min(2 ** self.jobs.tries(name) - 1, LONGEST_PAUSE)
        if self.absences.is_due(row.at, pause, (row.id, row.version)) and not self.jobs.is_under_way(name):
            self.jobs.next_try(name)
            self.enqueue(row.id)


def can_be_analysed(match_id: str) -> bool:
    """What is broken or gone stays so: nobody looks at it again and again."""
    try:
        return is_wanted(match_id)
    except (Broken, NotFound):
        return False


def work(match_id: str) -> str:
    """The name of a count in the queue."""
    return f"count-{match_id}"
