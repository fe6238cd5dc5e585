"""What a projector shows in turn: pages of the standings, then the tables of the round, a few at a time."""

from typing import TypedDict

from frontend.presentation.tournament.rounds import TableContext, current, table_context
from frontend.presentation.tournament.shown import EntrantContext, Shown
from frontend.presentation.tournament.standings import StandingContext, row_of

ROWS, RANKED = 10, 40  # of standings on a screen, and in all
TABLES = 8
LISTED = 24  # entrants before the start
SECONDS = 12  # of a screen


class HallContext(TypedDict):
    """One screen of several, from 0; `next` is the one that follows it. Of the three lists one is not empty."""

    screen: int
    screens: int
    next: int
    seconds: int
    rows: list[StandingContext]
    tables: list[TableContext]
    entrants: list[EntrantContext]
    round: int | None


def hall_context(shown: Shown, screen: int) -> HallContext:
    ranked, number = shown.standings[:RANKED], current(shown)
    one = None if number is None else shown.held.rounds[number]
    pages = range(0, len(ranked), ROWS)
    at_tables = range(0, len(one.tables) if one and not one.is_ended else 0, TABLES)
    screens = max(1, len(pages) + len(at_tables))
    screen %= screens
    rows = ranked[screen * ROWS : (screen + 1) * ROWS] if screen < len(pages) else ()
    start = (screen - len(pages)) * TABLES
    tables = range(start, min(start + TABLES, len(one.tables))) if one and screen >= len(pages) else ()
    return {
        "screen": screen,
        "screens": screens,
        "next": (screen + 1) % screens,
        "seconds": SECONDS,
        "rows": [row_of(shown, each) for each in rows],
        "tables": [table_context(shown, one, table) for table in tables] if one else [],
        "entrants": [] if shown.held.rounds else [each for each in shown.entrants if each["is_in"]][-LISTED:],
        "round": None if number is None else number + 1,
    }
