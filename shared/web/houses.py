"""House rules and blocks, as services ask for them."""

from functools import cache

from shared.people.blocks import Blocks
from shared.people.houses import Houses
from shared.people.roles_kept import Roles
from shared.people.watching import Watching
from shared.platform.player import player_from
from shared.platform.streams import Streams
from shared.settings import settings
from shared.web.client import client_of, shared_client
from shared.web.ledger import streams


def houses() -> Houses:
    return _houses(streams(), settings().redis_url)


@cache
def _houses(ledger: Streams, url: str) -> Houses:
    """Its memory of rules is about the matches of one ledger."""
    return Houses(client_of(url))


def blocks() -> Blocks:
    return Blocks(shared_client())


@cache
def _watching(ledger: Streams, url: str) -> Watching:
    return Watching(_houses(ledger, url), ledger, is_operator)


def watching() -> Watching:
    return _watching(streams(), settings().redis_url)


def is_operator(player: str) -> bool:
    return Roles(shared_client()).standing(player_from(player).name).is_operator
