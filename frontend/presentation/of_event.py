"""Which tournament a table and its match belong to: so that players find back to it."""

from typing import TypedDict

from frontend.site import Site
from shared.platform.tournament import Tournament
from shared.tournaments import tournament_of


class OfEventContext(TypedDict):
    """`round` and `table` count from 1."""

    title: str
    address: str
    round: int
    table: int


def event_of(site: Site, id_: str) -> OfEventContext | None:
    """Of the table or match with this id; None for those that belong to no tournament."""
    opened = site.streams.tables.load(f"table:{id_}").state.opened
    tournament = tournament_of(opened.opener) if opened else None
    if tournament is None:
        return None
    place = place_of(site.streams.tournaments.load(f"tournament:{tournament}").state, id_)
    if place is None:
        return None
    title = site.tournaments.announcements.of(tournament).title
    return {"title": title, "address": f"/tournaments/{tournament}", "round": place[0] + 1, "table": place[1] + 1}


def place_of(held: Tournament, match: str) -> tuple[int, int] | None:
    """Round and table, from 0: the newest round is looked at first."""
    for one in reversed(held.rounds):
        for table, linked in one.matches.items():
            if linked == match:
                return one.number, table
    return None
