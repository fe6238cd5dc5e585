"""The books of ratings, as services ask for them."""

from functools import cache

from shared.platform.books import Books, Places
from shared.platform.streams import Streams
from shared.web.client import shared_client
from shared.web.ledger import streams


def books() -> Books:
    return _books(streams())


@cache
def _books(ledger: Streams) -> Books:
    """It remembers which books there are in one ledger."""
    return Books(ledger)


def places() -> Places:
    return Places(shared_client(), books())
