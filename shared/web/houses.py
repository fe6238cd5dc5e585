"""House rules and blocks, as services ask for them."""

from collections.abc import Iterable
from functools import cache

from shared.errors import NotAllowed
from shared.people.blocks import Blocks
from shared.people.house import PRIVATE, SENT_AWAY, UNWELCOME, House, may_enter
from shared.people.houses import Houses
from shared.people.roles_kept import Roles
from shared.people.watching import Watching
from shared.platform.player import is_person, player_from
from shared.platform.streams import Streams
from shared.platform.table import Table
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


def check_rules(house: House, table: Table, player: str, here: Iterable[str]) -> None:
    """Whether the house rules let the player sit down there, and so do the opener and those who are `here`.

    Raises NotAllowed.
    """
    person = player_from(player).name
    if not may_enter(house, table, person, player):
        raise NotAllowed(PRIVATE)
    if person in house.away:
        raise NotAllowed(SENT_AWAY)
    opener = [table.opened.opener] if table.opened else []
    people = {player_from(each).name for each in (*opener, *here) if is_person(each)} - {person}
    if any(person in blocked for blocked in blocks().of_each(people).values()):
        raise NotAllowed(UNWELCOME)
