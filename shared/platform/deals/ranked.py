"""Who did how well in a deal: by points, in a game with a target by points above it. Ties share a rank.

Who was done first doesn't count. Listed is who played to the end in time; who gave up has no rank.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from shared.platform.deal.events import DealCommitted
from shared.platform.deal.state import Deal
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
    facts, found = deal.facts, list(rows)
    done = [row for row in found if is_done(deal, row)]
    scored = {row.id: points_of(facts, row) for row in done if not row.resigned}
    ranked = sorted(done, key=lambda row: (row.id not in scored, -scored.get(row.id, 0), row.everybody))
    entries = [
        Entry(
            rank=1 + sum(other > scored[row.id] for other in scored.values()) if row.id in scored else None,
            player=player_in(facts, row),
            points=scored.get(row.id),
            match=row.id,
        )
        for row in ranked
    ]
    given_up = [row for row in found if row.resigned and row not in done and not deal.is_ended]
    entries += [Entry(None, player_in(facts, row), None, row.id) for row in given_up]
    waiting = sum(row.status in ("playing", "counting") and not row.resigned for row in found)
    return Listed(entries, 0 if deal.is_ended else waiting)


def is_done(deal: Deal, row: Row) -> bool:
    """Whether it was played to its end in time, and counted; by a bot, where its player gave up."""
    return row.status == "ended" and deal.counts(row.ended)


def points_of(deal: DealCommitted, row: Row) -> int:
    """Of the seat that the deal leaves to whoever plays."""
    points = row.points or [0] * row.seats
    return points[deal.bots.index(None)] - (row.target or 0)


def player_in(deal: DealCommitted, row: Row) -> str:
    """Who began the match; a bot plays on for who gave up."""
    return next((player for player in row.everybody if player.startswith("person:")), "")
