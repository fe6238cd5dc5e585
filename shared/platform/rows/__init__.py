"""One row for each table and match, for the lobby: folds of the streams that can be made again at any time."""

from shared.platform.rows.archived import ArchivedRows
from shared.platform.rows.due import Due
from shared.platform.rows.keep import CHANGES, MADE_WITH, Rows
from shared.platform.rows.lists import CALLS_BOT, IDLE, LIVE, by_status, for_all, of_player
from shared.platform.rows.rebuild import every_id, rebuild, rebuild_archived, remade, what_waits_first
from shared.platform.rows.row import STATUSES, Row, idle_since, row_of

__all__ = [
    "CALLS_BOT",
    "CHANGES",
    "IDLE",
    "LIVE",
    "MADE_WITH",
    "STATUSES",
    "ArchivedRows",
    "Due",
    "Row",
    "Rows",
    "by_status",
    "every_id",
    "for_all",
    "idle_since",
    "of_player",
    "rebuild",
    "rebuild_archived",
    "remade",
    "row_of",
    "what_waits_first",
]
