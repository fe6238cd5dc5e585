"""The worker of a bot of another package: python -m services.game_command.bot_worker NAME

It says that the bot is up, again and again, and plays its turns, which come in a queue of the bot's own.
"""

import sys
from threading import Event, Thread
from typing import Any
from uuid import uuid4

import redis
import structlog
from rq.utils import import_attribute

from services.game_command.plugged import end_all, keep
from services.game_command.turns import queue_of
from shared.errors import Malformed, NotAllowed, Unavailable
from shared.log import configure
from shared.plug_ins.failed import Failed, NoWall
from shared.plug_ins.process import BotProcess
from shared.roster import Offer, Roster
from shared.settings import settings
from shared.web.life import collect_seldom, rest, show_life
from shared.web.rosters import roster
from shared.web.walls import limits

WORKER = "infra.worker.Worker"  # started by its name, as RQ's own command line does
EVERY = 1.0  # seconds between two announcements
PATIENCE = 30.0  # seconds until the runner starts one again that can't work

log = structlog.get_logger()


def main() -> None:
    name = sys.argv[1]
    configure(f"bot {name}")
    try:
        offer = met(name)
        roster().register(offer)
    except (Failed, NoWall, Malformed, NotAllowed, Unavailable) as error:
        log.error("bot_not_started", bot=name, reason=str(error))
        rest(PATIENCE)
        sys.exit(1)
    announcing = Announcing(roster(), offer)
    announcing.start()
    log.info("bot_can_be_seated", bot=offer.player)
    try:
        work(offer)
    finally:
        announcing.end()
        end_all()


def met(name: str) -> Offer:
    """What the bot says of itself. Raises Failed, NoWall."""
    process = BotProcess(f"bot:{name}", limits(settings()), while_waiting=show_life)
    offer = process.meet()
    keep(offer.player, process)
    return offer


def work(offer: Offer) -> None:
    """Until it is asked to end."""
    jobs = redis.Redis.from_url(settings().rq_redis_url)
    queue, name = queue_of(offer.player, jobs), f"bot-{offer.name}-{offer.version}-{uuid4().hex}"
    worker: Any = import_attribute(WORKER)([queue], name=name, connection=jobs, maintenance_interval=3)
    collect_seldom()
    worker.work(logging_level="WARNING")


class Announcing(Thread):
    """A worker that is killed is missed a few seconds later."""

    def __init__(self, roster: Roster, offer: Offer) -> None:
        super().__init__(name="announcing", daemon=True)
        self.roster, self.offer = roster, offer
        self._ended = Event()

    def run(self) -> None:
        while not self._ended.is_set():
            try:
                self.roster.announce(self.offer)
            except Unavailable as error:  # the next one may be heard
                log.warning("bot_not_announced", bot=self.offer.player, reason=str(error))
            self._ended.wait(EVERY)

    def end(self) -> None:
        self._ended.set()


if __name__ == "__main__":
    main()
