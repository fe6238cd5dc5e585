"""Matches that are over, as one of their people sees them, and which of them everybody may see."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from frontend.people.who import player_of
from frontend.presentation.entries import Named, Played, people, points_of
from frontend.presentation.games import game_context
from frontend.site import Site
from shared.platform.player import is_person
from shared.platform.rows import FIRST, Row, others_of, outcome, over_of

MOST_COUNTED = 2000  # matches that a page goes through for results: however much somebody played, it takes no longer


class OverMatch(Played):
    """`outcome` is one of Outcome, None where it is not known; `points` are the person's own, or the team's.
    `was_left`: it ended early, as all but one had left.
    """

    address: str
    others: list[Named]
    outcome: str | None
    points: int | None
    target: int | None
    practice: bool
    was_left: bool
    at: str


class Past(NamedTuple):
    """Rows of what is over, the newest first; `cut`: there are older ones."""

    rows: list[Row]
    cut: bool


def past_of(site: Site, person: str) -> Past:
    player = player_of(person)
    found = [row for _, row in over_of(site.rows, player, FIRST, MOST_COUNTED + 1)]
    return Past([row for row in found[:MOST_COUNTED] if row and was_played(row, player)], len(found) > MOST_COUNTED)


def was_played(row: Row, player: str) -> bool:
    """Not by somebody who has only opened its table, and not a table at which no match began."""
    return player in row.everybody and row.status != "given_up"


def for_everybody(site: Site, rows: Iterable[Row]) -> list[Row]:
    """Those that others may be shown beside somebody's name. Whatever shows matches of somebody else asks this.

    A running match that not everybody may watch is in no list, by its row (shared/platform/rows/keep.py).
    """
    return [row for row in rows if row.listed]


def over_match(row: Row, names: Mapping[str, str], player: str) -> OverMatch:
    found = outcome(row, player)
    is_counted = row.status == "ended"
    return {
        "id": row.id,
        "game": game_context(row.game),
        "options": row.options,
        "address": f"/m/{row.id}/result",
        "others": people([each for each in row.everybody if each != player], names),
        "outcome": str(found) if found else None,
        "points": points_of(row, row.players.index(player) if player in row.players else None) if is_counted else None,
        "target": row.target,
        "practice": row.practice,
        "was_left": row.was_left,
        "at": row.at,
    }


def people_of(site: Site, players: Iterable[str]) -> list[Named]:
    """Those of the players who are people."""
    found = [player for player in players if is_person(player)]
    return people(found, site.accounts.names(found))


def names_beside(site: Site, rows: Iterable[Row], player: str) -> dict[str, str]:
    """What everybody else is called there, also by the names that others_of gives to bots."""
    return site.accounts.names({each for row in rows for each in (*row.everybody, *others_of(row, player))})
