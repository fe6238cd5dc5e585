"""One row for each table and match, for the lobby: folds of the streams, thrown away and made anew at will."""

from shared.ledger.rows.keep import CHANGES, MADE_WITH, Rows
from shared.ledger.rows.rebuild import every_id, rebuild, remade, what_waits_first
from shared.ledger.rows.row import STATUSES, Row, idle_since, row_of

__all__ = [
    "CHANGES",
    "MADE_WITH",
    "STATUSES",
    "Row",
    "Rows",
    "every_id",
    "idle_since",
    "rebuild",
    "remade",
    "row_of",
    "what_waits_first",
]
