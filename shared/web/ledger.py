"""This process's own ledger, opened when it is first needed."""

from contextlib import closing
from functools import cache

from shared.ledger.absences import Absences
from shared.ledger.archive import WholeLedger, open_whole
from shared.ledger.redis import check_writes, connect
from shared.platform.streams import Streams
from shared.settings import Settings, settings
from shared.web.signing import sign_in_match


@cache
def streams() -> Streams:
    return Streams(ledger(settings()), sign_in_match)


def ledger(chosen: Settings) -> WholeLedger:
    """A new one, with its archive."""
    return open_whole(chosen.redis_url, chosen.archive, chosen.accept_loss == "ledger")


@cache
def absences() -> Absences:
    return Absences(connect(settings().redis_url))


def check_ledger() -> None:
    """Raises Unavailable if nothing can be stored now."""
    with closing(connect(settings().redis_url)) as client:
        check_writes(client)
