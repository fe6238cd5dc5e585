"""The listener of scoring."""

from rq import Queue

from services.scoring.analyses import analyses_jobs
from services.scoring.reactions import Reactions
from shared.ledger.consumer import Consumer
from shared.ledger.redis import connect
from shared.log import configure
from shared.platform.rows import Rows
from shared.services import COUNTS, SCORING
from shared.settings import settings
from shared.web.analyses import waiting_analyses
from shared.web.ledger import streams
from shared.web.life import collect_seldom
from shared.web.listener import Rounds, listen

ROUND = 3.0  # seconds between two searches for matches that are not counted yet
GATHER = 0.1  # seconds between two readings of news, of which little concerns scoring


def main() -> None:
    configure("scoring listener")
    streams()  # refuses a ledger with another number of partitions
    client = connect(settings().redis_url)
    jobs = connect(settings().rq_redis_url)
    waiting = waiting_analyses(jobs, settings())
    does = Reactions(Queue(COUNTS.name, connection=jobs), Rows(client), waiting, analyses_jobs(jobs))
    consumer = Consumer(client, SCORING.program, "listener", gather=GATHER, absences=does.absences)
    collect_seldom()
    listen(consumer, does.reactions(), Rounds(ROUND, does.duties))


if __name__ == "__main__":
    main()
