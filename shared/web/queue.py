"""The queue for opponents, as services ask for it."""

from functools import cache

from shared.queue import Queue
from shared.settings import settings
from shared.web.client import client_of


def queue() -> Queue:
    return _queue(settings().redis_url)


@cache
def _queue(url: str) -> Queue:
    return Queue(client_of(url))
