"""Tournaments beside their records: what is announced, the lists, when rounds began, and which table is whose."""

from shared.tournaments.announcement import Announcement, Entry, check_entry
from shared.tournaments.announcements import Announcements
from shared.tournaments.codes import code_of_table, is_code
from shared.tournaments.moments import Moments, Times
from shared.tournaments.row import ENDED, PAUSED, PLANNED, RUNNING, STATUSES, TournamentRow, tournament_row
from shared.tournaments.rows import TournamentRows
from shared.tournaments.tables import opener_of, table_id, tournament_of

__all__ = [
    "ENDED",
    "PAUSED",
    "PLANNED",
    "RUNNING",
    "STATUSES",
    "Announcement",
    "Announcements",
    "Entry",
    "Moments",
    "Times",
    "TournamentRow",
    "TournamentRows",
    "check_entry",
    "code_of_table",
    "is_code",
    "opener_of",
    "table_id",
    "tournament_of",
    "tournament_row",
]
