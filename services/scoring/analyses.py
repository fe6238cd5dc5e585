"""Which match RQ's worker analyses next: the one wanted most; one that keeps failing is given up."""

from contextlib import closing
from functools import partial
from typing import Any

from rq import Queue

from services.scoring.analysis import analyse_match, is_wanted
from shared.errors import Broken, Busy, NotFound, Unavailable
from shared.ledger.redis import connect
from shared.services import ANALYSES
from shared.settings import settings
from shared.web.analyses import waiting_analyses
from shared.web.jobs import Jobs
from shared.web.waiting import Waiting

WORK = "analyses"  # the name of the job that does them one after another
AT_ONCE = 20  # matches per job
MOST = 3  # tries per match
GIVEN_TIME = 3600  # seconds for a job, on the slowest machine


def analyses_jobs(connection: Any) -> Jobs:
    return Jobs(Queue(ANALYSES.name, connection=connection), GIVEN_TIME)


def analyse_waiting() -> None:
    """RQ's job. The list is read again before each match, so what somebody asks for meanwhile comes next."""
    with closing(connect(settings().rq_redis_url)) as client:
        if (waiting := waiting_analyses(client, settings())) is not None:
            analyse_first(waiting)


def analyse_first(waiting: Waiting, most: int = AT_ONCE) -> None:
    """The first `most` that wait. A failure ends the job; the next one tries that match again, up to MOST times."""
    for _ in range(most):
        match_id = waiting.first()
        if match_id is None:
            return
        if can_be_analysed(match_id) and waiting.begin(match_id) <= MOST:
            analyse(match_id, waiting)
        waiting.settle(match_id)


def analyse(match_id: str, waiting: Waiting) -> None:
    try:
        analyse_match(match_id, partial(waiting.note, match_id))
    except (Busy, Unavailable):  # not this match's fault
        waiting.excuse(match_id)
        raise


def can_be_analysed(match_id: str) -> bool:
    """A match that is broken or gone stays so."""
    try:
        return is_wanted(match_id)
    except (Broken, NotFound):
        return False
