"""House rules and blocks, as services ask for them."""

from functools import cache
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from shared.people.blocks import Blocks
from shared.people.houses import Houses
from shared.people.roles_kept import Roles
from shared.people.watching import Watching
from shared.platform.player import player_from
from shared.platform.streams import Streams
from shared.settings import settings
from shared.web.ledger import streams

PATIENCE = 5  # seconds


def houses() -> Houses:
    return _houses(streams(), settings().redis_url)


@cache
def _houses(ledger: Streams, url: str) -> Houses:
    """Its memory of rules is about the matches of one ledger."""
    return Houses(_client(url))


def blocks() -> Blocks:
    return Blocks(_client(settings().redis_url))


def shared_client() -> Any:
    """Decodes what it reads."""
    return _client(settings().redis_url)


@cache
def _client(url: str) -> Any:
    """What is asked or written here may be sent twice."""
    waits = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 1)}
    return redis.Redis.from_url(url, protocol=2, decode_responses=True, **waits)


@cache
def _watching(ledger: Streams, url: str) -> Watching:
    return Watching(_houses(ledger, url), ledger, is_operator)


def watching() -> Watching:
    return _watching(streams(), settings().redis_url)


def is_operator(player: str) -> bool:
    return Roles(_client(settings().redis_url)).standing(player_from(player).name).is_operator
