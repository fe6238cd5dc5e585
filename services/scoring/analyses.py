"""Which match is analysed next, by RQ's worker: the one that is wanted most, and none again and again in vain."""

from typing import Any

from rq import Queue, get_current_job

from services.scoring.analysis import analyse_match, is_wanted
from shared.errors import Broken, Busy, NotFound, Unavailable
from shared.settings import settings
from shared.web.analyses import waiting_analyses
from shared.web.jobs import Jobs
from shared.web.waiting import Waiting

WORK = "analyses"  # the name of the job that does them, one after another
QUEUE = "analysis"
AT_ONCE = 20  # matches in a job
MOST = 3  # tries of one match
GIVEN_TIME = 3600  # seconds for a job, on the slowest machine


def analyses_jobs(connection: Any) -> Jobs:
    return Jobs(Queue(QUEUE, connection=connection), GIVEN_TIME)


def analyse_waiting() -> None:
    """RQ's work. Who asks meanwhile comes next: the list is looked at anew before each match."""
    job = get_current_job()
    assert job is not None
    waiting = waiting_analyses(job.connection, settings())
    if waiting is not None:
        analyse_first(waiting)


def analyse_first(waiting: Waiting, most: int = AT_ONCE) -> None:
    """So many of what waits, at most. What fails ends the job; the next one begins with it again, but not for ever."""
    for _ in range(most):
        match_id = waiting.first()
        if match_id is None:
            return
        if can_be_analysed(match_id) and waiting.begin(match_id) <= MOST:
            analyse(match_id, waiting)
        waiting.settle(match_id)


def analyse(match_id: str, waiting: Waiting) -> None:
    try:
        analyse_match(match_id)
    except (Busy, Unavailable):  # not the fault of this match
        waiting.excuse(match_id)
        raise


def can_be_analysed(match_id: str) -> bool:
    """What is broken or gone stays so."""
    try:
        return is_wanted(match_id)
    except (Broken, NotFound):
        return False
