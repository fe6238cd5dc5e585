"""One row for each table and match, for the lobby: folds of the streams that can be made again at any time."""

from shared.platform.rows.archived import ArchivedRows
from shared.platform.rows.due import Due
from shared.platform.rows.keep import CHANGES, MADE_WITH, Rows
from shared.platform.rows.lists import CALLS_BOT, IDLE, LIVE, by_status, for_all, of_player
from shared.platform.rows.outcome import Mode, Outcome, Results, Tally, mode_of, others_of, outcome, results
from shared.platform.rows.persons import FIRST, Place, live_of_each, over_of
from shared.platform.rows.rebuild import every_id, rebuild, rebuild_archived, remade, what_waits_first
from shared.platform.rows.row import STATUSES, Row, idle_since, row_of

__all__ = [
    "CALLS_BOT",
    "CHANGES",
    "FIRST",
    "IDLE",
    "LIVE",
    "MADE_WITH",
    "STATUSES",
    "ArchivedRows",
    "Due",
    "Mode",
    "Outcome",
    "Place",
    "Results",
    "Row",
    "Rows",
    "Tally",
    "by_status",
    "every_id",
    "for_all",
    "idle_since",
    "live_of_each",
    "mode_of",
    "of_player",
    "others_of",
    "outcome",
    "over_of",
    "rebuild",
    "rebuild_archived",
    "remade",
    "results",
    "row_of",
    "what_waits_first",
]
