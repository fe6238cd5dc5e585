"""The listener of matchmaking, the thread in which people meet who wait for opponents, and the one that anchors."""

import time
from threading import Thread

from rq import Queue

from services.matchmaking.anchoring import NAME as ANCHORS
from services.matchmaking.anchoring import Anchoring, keep_anchoring
from services.matchmaking.meeting import NAME, Meeting, keep_meeting
from services.matchmaking.reactions import Reactions
from shared.ledger.anchors import Anchors, Maker, Noted
from shared.ledger.consumer import Consumer
from shared.ledger.redis import connect
from shared.log import configure
from shared.platform.archiving import Archivist
from shared.platform.rows import ArchivedRows, Rows
from shared.platform.streams import Streams
from shared.services import MATCHMAKING, PAIRINGS
from shared.settings import settings
from shared.web.houses import blocks, houses
from shared.web.ledger import ledger
from shared.web.life import collect_seldom
from shared.web.listener import Rounds, listen
from shared.web.queue import queue
from shared.web.seats import seats

ROUND = 1.0  # seconds between two searches for tables that have waited too long
GATHER = 0.15  # seconds between two readings of news: a row is made once for all that happened in a match meanwhile


def main() -> None:
    configure("matchmaking listener")
    client = connect(settings().redis_url)
    whole = ledger(settings())
    rows = Rows(client, ArchivedRows(whole.archive.database))
    archivist = Archivist(whole, rows, settings().archive_after)
    pairings = Queue(PAIRINGS.name, connection=connect(settings().rq_redis_url))
    noted = Noted(client) if settings().anchors else None
    does = Reactions(Streams(whole), rows, settings(), archivist, pairings, noted)
    consumer = Consumer(client, MATCHMAKING.program, "listener", gather=GATHER, absences=does.absences)
    collect_seldom()
    meeting = Meeting(queue(), does.streams, houses(), blocks(), seats().give_back)
    Thread(target=keep_meeting, args=(meeting, lambda: False, time.sleep), name=NAME, daemon=True).start()
    if noted is None:
        Noted(client).stop()
    else:
        anchoring = Anchoring(Maker(whole, Anchors(settings().anchor_folder)), settings())
        Thread(target=keep_anchoring, args=(anchoring, lambda: False, time.sleep), name=ANCHORS, daemon=True).start()
    listen(consumer, does.reactions(), Rounds(ROUND, does.duties), does.remake)


if __name__ == "__main__":
    main()
