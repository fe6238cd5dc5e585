"""All that scoring does by itself: count matches that have ended, rate them, and analyse them when there is time."""

from collections.abc import Callable, Iterable
from functools import partial

from rq import Queue

from services.scoring.analyses import WORK, analyse_waiting
from services.scoring.jobs import count_match
from services.scoring.rating import Ratings
from shared.games.registry import GAMES
from shared.ledger.absences import Absences
from shared.ledger.store import Notice
from shared.platform.books import Places
from shared.platform.player import is_person
from shared.platform.rating.pools import pools
from shared.platform.rows import Due, Row, Rows, by_status
from shared.web.books import books
from shared.web.jobs import Jobs
from shared.web.ledger import streams
from shared.web.waiting import Waiting, Wish

GIVEN_TIME = 60  # seconds for one count
LONGEST_PAUSE = 3600  # seconds between two tries


class Reactions:
    """`counts` is RQ's queue, and `rows` say which matches wait to be counted. Counting never waits for an analysis.

    Ratings are written here, and by nobody else, so that one match follows the other.

    Matches that wait to be analysed are listed in `waiting`, and one job works through them: however many there are, a
    round asks only for the first one and for that job.
    """

    def __init__(self, counts: Queue, rows: Rows, waiting: Waiting | None, analyses: Jobs) -> None:
        """Without `waiting` nothing is analysed."""
        self.jobs = Jobs(counts, GIVEN_TIME)
        self.due = Due(rows)
        self.absences = Absences(rows.client)
        self.ratings = Ratings(books(), Places(rows.client, books()))
        self.waiting = waiting
        self.analyses = analyses

    def reactions(self) -> dict[str, Callable[[Notice], None]]:
        return {
            "match.ended": lambda notice: self.enqueue(notice.id),
            "match.adjudicated": self.ratings.rate,
            "score.counted": self.counted,
            "score.corrected": self.ratings.rate,
        }

    def counted(self, notice: Notice) -> None:
        self.ratings.rate(notice)
        if self.waiting:
            self.want_analysis(self.waiting, notice)

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        """Matches that ended and aren't counted, whatever became of their jobs; then books of ratings that were left in
        the middle, and matches that wait to be analysed.
        """
        for row in self.due(by_status("counting")):
            yield row.id, partial(self.count_again, row)
        for pool in pools(GAMES.values()):
            yield pool, partial(self.ratings.keep, pool)
        if self.waiting:
            yield WORK, partial(self.keep_analysing, self.waiting)

    def want_analysis(self, waiting: Waiting, notice: Notice) -> None:
        """Unasked, except for matches that only bots began: those are analysed when somebody asks."""
        started = streams().blind.load(f"match:{notice.id}").state.started
        if started and any(map(is_person, started.players)):
            waiting.wish(notice.id, Wish.UNASKED)

    def keep_analysing(self, waiting: Waiting) -> None:
        if waiting.first() is not None and not self.analyses.is_under_way(WORK):
            self.analyses.next_try(WORK)
            self.analyses.enqueue(WORK, analyse_waiting)

    def enqueue(self, match_id: str) -> None:
        self.jobs.enqueue(work(match_id), count_match, match_id)

    def count_again(self, row: Row) -> None:
        """With exponential backoff: a count that keeps failing must not fill the queue."""
        name = work(row.id)
        pause = min(2 ** self.jobs.tries(name) - 1, LONGEST_PAUSE)
        if self.absences.is_due(row.at, pause, (row.id, row.version)) and not self.jobs.is_under_way(name):
            self.jobs.next_try(name)
            self.enqueue(row.id)


def work(match_id: str) -> str:
    """The name of a count in the queue."""
    return f"count-{match_id}"
