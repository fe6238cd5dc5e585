"""Rows by person: what runs, and what is over, some at a time, on the server and in the archive alike."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shared.ledger.redis import answering
from shared.platform.rows.keep import Rows
from shared.platform.rows.lists import STEP, of_player
from shared.platform.rows.row import Row

TOGETHER = 200  # rows in one round trip


class Place(NamedTuple):
    """The position of a row in a person's list, and its id: older rows come after it."""

    position: int
    id: str


FIRST = Place(STEP, "")  # what is over has no urgency (lists.py)


def places(rows: Rows, player: str, after: Place, most: int) -> list[Place]:
    """The next places in the list of what is over."""
    index = of_player(player)
    with answering():
        same = rows.client.zcount(index, after.position, after.position)  # may come before `after`
        found = rows.client.zrevrangebyscore(index, after.position, "-inf", 0, most + same, withscores=True)
    here = [Place(int(position), id_.decode()) for id_, position in found]
    there = [Place(*each) for each in rows.archived.before(index, *after, most)] if rows.archived else []
    # A match that is archived at this moment may be in both.
    return sorted({each for each in (*here, *there) if each < after}, reverse=True)[:most]


def over_of(rows: Rows, player: str, after: Place = FIRST, most: int = -1) -> Iterator[tuple[Place, Row | None]]:
    """At most so many places (-1: all) with their rows, where this release can read them. It asks as it goes on."""
    left = most
    while left:
        some = places(rows, player, after, TOGETHER if left < 0 else min(TOGETHER, left))
        found = {row.id: row for row in rows.of([each.id.encode() for each in some])}
        yield from ((each, found.get(each.id)) for each in some)
        if not some:
            return
        after, left = some[-1], left - len(some) if left > 0 else left


def live_of_each(rows: Rows, players: Sequence[str], most: int) -> dict[str, list[Row]]:
    """What runs or waits for players, of each of these persons: at most so many, in two round trips."""
    with answering(), rows.client.pipeline(transaction=False) as pipe:
        for player in players:
            pipe.zrevrangebyscore(of_player(player), "+inf", STEP, 0, most)
        ids = dict(zip(players, pipe.execute() if players else (), strict=True))
    found = {row.id: row for row in rows.of(sorted({id_ for each in ids.values() for id_ in each}))}
    return {player: [found[id_.decode()] for id_ in each if id_.decode() in found] for player, each in ids.items()}
