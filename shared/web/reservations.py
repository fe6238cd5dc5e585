"""Where remote bots play and are invited, as services ask for it."""

from functools import cache

from shared.platform.streams import Streams
from shared.roster import Reservations
from shared.settings import settings
from shared.web.client import shared_client
from shared.web.ledger import streams


def reservations() -> Reservations:
    return _reservations(streams(), settings().redis_url)


@cache
def _reservations(ledger: Streams, _url: str) -> Reservations:
    return Reservations(shared_client(), ledger)
