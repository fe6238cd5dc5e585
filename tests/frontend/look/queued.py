"""Sample pages of Cleo, who waits for opponents."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from shared.people.house import Entry, House
from shared.platform.player import as_player
from shared.platform.queue import Pool, Ticket
from shared.platform.table import OpenTable, TakeSeat
from shared.platform.terms import Clock
from shared.queue import OPENER, Queue
from shared.queue.kept import FOUND, MATCHED, SIGNS, TICKETS
from shared.web.queue import queue
from tests.frontend.look.house import ADA, CLEO, Page
from tests.frontend.look.samples import QUADROPOLIS, house

CLASSIC = Pool("quadropolis", {"mode": "classic", "squares": False}, 2, Clock("total", 600, increment=10))
EXPERT = Pool("quadropolis", {"mode": "expert", "squares": True}, 4)


def chooses() -> Page:
    with waits(0, None):
        return house().get(CLEO, "/queue?said=left")


def refused() -> Page:
    with waits(0, None):
        return house().post(CLEO, "/queue", 403, game="quadropolis", seats="9", mode="classic")


def waiting() -> Page:
    """For a few seconds; nobody has waited for the same before."""
    with waits(7, EXPERT):
        return house().get(CLEO, "/queue")


def offered() -> Page:
    with waits(150, CLASSIC) as here:
        here.redis.lpush(f"queue:waits:{CLASSIC}", 21_000, 8_000, 300_000)
        return house().get(CLEO, "/queue?said=parted")


def meets() -> Page:
    return house().get(CLEO, f"/t/{meeting()}")


@contextmanager
def waits(seconds: int, pool: Pool | None) -> Iterator[Queue]:
    """Cleo, and Ada for something else or the same."""
    with house().services_here():
        here: Any = queue()
        for key in (TICKETS, SIGNS, MATCHED, FOUND):
            here.redis.delete(key)
        now = house().now().timestamp()
        with patch.object(here, "clock", lambda: now):
            for person in (CLEO, ADA) if pool else ():
                since = int(now * 1000) - seconds * 1000
                here.join(Ticket(f"of-{person}", person, str(pool), since))
            yield here


@cache
def meeting() -> str:
    id_ = "meeting00001"
    house().site.houses.keep(id_, House(Entry.PRIVATE, invited=frozenset((CLEO, ADA))))
    opening = OpenTable(
        by=OPENER, game=QUADROPOLIS, options=QUADROPOLIS.options(), seats=2, listed=False, seed="ab" * 32
    )
    house().command("table", id_, OPENER, opening)
    house().command("table", id_, as_player(CLEO), TakeSeat(by=as_player(CLEO)))  # else the page sits down by itself
    return id_
