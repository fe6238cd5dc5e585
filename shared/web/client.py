"""The connection to the server for what services read and write beside the ledger."""

from functools import cache
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from shared.settings import settings

PATIENCE = 5  # seconds


def shared_client() -> Any:
    """Decodes what it reads."""
    return client_of(settings().redis_url)


@cache
def client_of(url: str) -> Any:
    """What is asked or written here may be sent twice."""
    waits = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 1)}
    return redis.Redis.from_url(url, protocol=2, decode_responses=True, **waits)
