"""Rounds: who sits at which table, and how the tables ended."""

from typing import TypedDict

from frontend.presentation.tournament.fractions import points
from frontend.presentation.tournament.shown import EntrantContext, Shown
from shared.platform.tournament.events import ResultRecorded
from shared.platform.tournament.pairings import OURS
from shared.platform.tournament.standings import table_points
from shared.platform.tournament.state import Round

ORGANISER = "organiser"  # who made a pairing that was changed
MOST = 100  # tables on a page


class SeatContext(TypedDict):
    """`place` and `earned` are None before the end; `forfeits`: the table ended without them. `scored`: of the game."""

    who: EntrantContext
    place: int | None
    scored: int | None
    earned: str | None
    forfeits: bool


class TableContext(TypedDict):
    """`how`: waits, plays, or how its result came about. `match` is that of its page, where it has one."""

    number: int
    seats: list[SeatContext]
    how: str
    match: str | None
    note: str | None
    yours: bool


class RoundContext(TypedDict):
    """`number` counts from 1. `made`: library, organiser, or None for our own pairing, and `by` its name. `instead`:
    why it is not what the rules name first.
    """

    number: int
    stage: int
    tables: list[TableContext]
    byes: list[EntrantContext]
    open: int
    count: int
    is_ended: bool
    made: str | None
    by: str
    page: int
    pages: int


def round_context(shown: Shown, number: int, page: int = 1) -> RoundContext:
    """`number` from 0, pages from 1."""
    one = shown.held.rounds[number]
    start = (page - 1) * MOST
    tables = range(len(one.tables))[start : start + MOST]
    return {
        "number": number + 1,
        "stage": one.stage,
        "tables": [table_context(shown, one, table) for table in tables],
        "byes": [shown.entrants[entrant] for entrant in one.byes],
        "open": 0 if one.is_ended else len(one.open),
        "count": len(one.tables),
        "is_ended": one.is_ended,
        "made": None if one.by == OURS else ORGANISER if one.by == ORGANISER else "library",
        "by": one.by,
        "page": page,
        "pages": max(1, -(-len(one.tables) // MOST)),
    }


def table_context(shown: Shown, one: Round, table: int) -> TableContext:
    result = one.results.get(table)
    return {
        "number": table + 1,
        "seats": _seats(shown, one.tables[table], result),
        "how": result.how if result else "plays" if table in one.matches else "waits",
        "match": one.matches.get(table),
        "note": result.note if result else None,
        "yours": shown.you in one.tables[table],
    }


def _seats(shown: Shown, seats: tuple[int, ...], result: ResultRecorded | None) -> list[SeatContext]:
    if result is None:
        return [
            {"who": shown.entrants[entrant], "place": None, "scored": None, "earned": None, "forfeits": False}
            for entrant in seats
        ]
    earned = table_points(shown.rules.points, result.places)
    return [
        {
            "who": shown.entrants[entrant],
            "place": (place := result.places[seat]),
            "scored": None if place is None else result.points[seat],
            "earned": points(earned[seat]),
            "forfeits": place is None,
        }
        for seat, entrant in enumerate(seats)
    ]


def current(shown: Shown) -> int | None:
    """The round that is played, or else the last one; from 0."""
    rounds = shown.held.rounds
    running = [one.number for one in rounds if not one.is_ended]
    return running[-1] if running else len(rounds) - 1 if rounds else None
