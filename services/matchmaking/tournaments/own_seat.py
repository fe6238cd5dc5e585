"""The seat of an entrant at a table of a tournament: as it was paired, whichever one is asked for."""

from shared.platform.table import Table
from shared.tournaments import tournament_of
from shared.web.ledger import streams


def own_seat(table: Table, table_id: str, player: str) -> int | None:
    """None where this is no such table, or the player has no seat there."""
    id_ = tournament_of(table.opened.opener) if table.opened else None
    if id_ is None:
        return None
    tournament = streams().tournaments.load(f"tournament:{id_}").state
    number, place = tournament.entrant_of(player), tournament.place_of(table_id)
    seats = tournament.rounds[place[0]].tables[place[1]] if place else ()
    return seats.index(number) if number in seats else None
