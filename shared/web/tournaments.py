"""Tournaments beside their records, as services ask for them."""

from functools import cache

from shared.platform.streams import Streams
from shared.settings import settings
from shared.tournaments import Announcements, Times, TournamentRows
from shared.web.client import client_of, shared_client
from shared.web.ledger import streams


def announcements() -> Announcements:
    return Announcements(shared_client())


def tournament_rows() -> TournamentRows:
    return _rows(settings().redis_url)


def times() -> Times:
    return _times(streams())


@cache
def _rows(url: str) -> TournamentRows:
    return TournamentRows(client_of(url))


@cache
def _times(ledger: Streams) -> Times:
    """Its memory is of one ledger."""
    return Times(ledger.ledger)
