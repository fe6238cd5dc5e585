"""The lists of tables and matches, and how long each of them is."""

from collections.abc import Iterable, Mapping
from typing import TypedDict

from frontend.presentation.entries import (
    FinishedMatch,
    OpenTable,
    OwnMatch,
    RunningMatch,
    finished_match,
    open_table,
    own_match,
    running_match,
    sitting,
)
from frontend.site import Site
from shared.platform.rows import Row, for_all, of_player

FOR_ALL = {"open": "open", "running": "playing", "finished": "ended"}  # the lists that all may read, by status


class Lists(TypedDict):
    open_tables: list[OpenTable]
    running: list[RunningMatch]
    finished: list[FinishedMatch]
    mine: list[OwnMatch]


def entries_of(site: Site, rows: Mapping[str, list[Row]], me: str) -> Lists:
    """The entries of each list, from its rows."""
    kept = {name: [row for row in found if row.status != "given_up"] for name, found in rows.items()}
    names = site.accounts.names({each for found in kept.values() for row in found for each in sitting(row)})
    return {
        "open_tables": [open_table(row, names, me) for row in kept.get("open", ())],
        "running": [running_match(row, names, me) for row in kept.get("running", ())],
        "finished": [finished_match(row, names) for row in kept.get("finished", ())],
        "mine": [own_match(row, names, me) for row in kept.get("mine", ())],
    }


def totals(site: Site, lists: Iterable[str], me: str) -> dict[str, int]:
    """How many entries each of the lists has."""
    indices = {name: of_player(me) if name == "mine" else for_all(FOR_ALL[name]) for name in lists}
    return dict(zip(indices, site.rows.counts([*indices.values()]), strict=True))
