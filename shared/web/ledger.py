"""This process's own ledger, opened when it is first needed."""

from contextlib import closing
from functools import cache

from shared.ledger.absences import Absences
from shared.ledger.redis import check_writes, connect, open_ledger
from shared.platform.streams import Streams
from shared.settings import settings


@cache
def streams() -> Streams:
    return Streams(open_ledger(settings().redis_url))


@cache
def absences() -> Absences:
    return Absences(connect(settings().redis_url))


def check_ledger() -> None:
    """Raises Unavailable if nothing can be stored now."""
    with closing(connect(settings().redis_url)) as client:
        check_writes(client)
