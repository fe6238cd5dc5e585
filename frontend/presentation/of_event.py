"""Which tournament a table and its match belong to: so that players find back to it."""

from typing import TypedDict

from frontend.site import Site
from shared.platform.table import Table
from shared.tournaments import tournament_of


class OfEventContext(TypedDict):
    """`round` and `table` count from 1."""

    title: str
    address: str
    round: int
    table: int


def event_of(site: Site, id_: str) -> OfEventContext | None:
    """Of the match with this id; None for those that belong to no tournament."""
    return event_at(site, id_, site.streams.tables.load(f"table:{id_}").state)


def event_at(site: Site, id_: str, table: Table) -> OfEventContext | None:
    """The same of a table that is known."""
    tournament = tournament_of(table.opened.opener) if table.opened else None
    if tournament is None:
        return None
    place = site.streams.tournaments.load(f"tournament:{tournament}").state.place_of(id_)
    if place is None:
        return None
    title = site.tournaments.announcements.of(tournament).title
    return {"title": title, "address": f"/tournaments/{tournament}", "round": place[0] + 1, "table": place[1] + 1}
