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
    number = tournament.entrant_of(player)
    for one in reversed(tournament.rounds):
        for at, match in one.matches.items():
            if match == table_id and number in one.tables[at]:
                return one.tables[at].index(number)
    return None
