"""The roster of bots, as services ask for it."""

from functools import cache

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from shared.roster import Roster
from shared.settings import settings

PATIENCE = 5  # seconds


def roster() -> Roster:
    return _roster(settings().redis_url)


@cache
def _roster(url: str) -> Roster:
    """What is asked or written here may be sent twice."""
    waits = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 1)}
    return Roster(redis.Redis.from_url(url, protocol=2, decode_responses=True, **waits))
