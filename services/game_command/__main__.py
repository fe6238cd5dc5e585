"""The listener of game-command."""

from rq import Queue

from services.game_command.clocks import Clocks, Keeping
from services.game_command.reactions import Reactions
from shared.ledger.consumer import Consumer
from shared.ledger.redis import connect
from shared.log import configure
from shared.platform.rows import Rows
from shared.services import BOTS, GAME_COMMAND, SLOW_BOTS
from shared.settings import settings
from shared.web.ledger import streams
from shared.web.life import collect_seldom
from shared.web.listener import Rounds, listen

ROUND = 1.0  # seconds between two checks of the ledger
GATHER = 0.01  # seconds between two readings of news: bots are called soon


def main() -> None:
    configure("game_command listener")
    streams()  # refuses a ledger with another number of partitions
    client = connect(settings().redis_url)
    jobs = connect(settings().rq_redis_url)
    does = Reactions(Queue(BOTS.name, connection=jobs), Queue(SLOW_BOTS.name, connection=jobs), Rows(client))
    consumer = Consumer(client, GAME_COMMAND.program, "listener", gather=GATHER, absences=does.absences)
    keeping = Keeping(Clocks(Rows(connect(settings().redis_url))).round)
    collect_seldom()
    keeping.start()
    listen(consumer, does.reactions(), Rounds(ROUND, does.duties))
    keeping.end()


if __name__ == "__main__":
    main()
