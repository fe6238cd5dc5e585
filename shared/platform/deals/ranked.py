"""Who did how well in a deal: by points, in a game with a target by points above it. Ties share a rank.

Who was done first doesn't count. Listed is who played to the end in time; who gave up has no rank.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from shared.platform.deal.events import DealCommitted
from shared.platform.deal.state import Deal
from shared.platform.player import is_person
from shared.platform.rows import Row


class Entry(NamedTuple):
    """`points` are those of the player, above the target where there is one; `rank` is None for who gave up."""

    rank: int | None
    player: str
    points: int | None
    match: str


class Listed(NamedTuple):
    """`playing` is how many have begun and are not done, as far as the day is not over."""

    entries: Sequence[Entry]
    playing: int


def listed(deal: Deal, rows: Iterable[Row]) -> Listed:
    done, others = list[Row](), list[Row]()
    for row in rows:
        (done if is_done(deal, row) else others).append(row)
    entries = ranked(deal.facts, done)
    if deal.is_ended:
        return Listed(entries, 0)
    given_up = [row for row in others if row.resigned]
    entries += [Entry(None, player_in(row), None, row.id) for row in given_up]
    return Listed(entries, sum(row.status in ("playing", "counting") and not row.resigned for row in others))


def ranked(deal: DealCommitted, done: Iterable[Row]) -> list[Entry]:
    """Who played to the end, and after them those for whom a bot did."""
    rows = list(done)
    points = {row.id: points_of(deal, row) for row in rows if not row.resigned}
    rank = {id_: 1 + sum(other > own for other in points.values()) for id_, own in points.items()}
    rows.sort(key=lambda row: (row.id not in rank, rank.get(row.id), row.everybody))
    return [Entry(rank.get(row.id), player_in(row), points.get(row.id), row.id) for row in rows]


def is_done(deal: Deal, row: Row) -> bool:
    """Whether it was played to its end in time, and counted; by a bot, where its player gave up."""
    return row.status == "ended" and deal.counts(row.ended)


def points_of(deal: DealCommitted, row: Row) -> int:
    """Of the seat that the deal leaves to whoever plays."""
    points = row.points or [0] * row.seats
    return points[deal.bots.index(None)] - (row.target or 0)


def player_in(row: Row) -> str:
    """Who began the match; a bot plays on for who gave up."""
    return next((player for player in row.everybody if is_person(player)), "")
