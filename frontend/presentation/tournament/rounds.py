"""Rounds: who sits at which table, and how the tables ended."""

from collections.abc import Sequence
from typing import TypedDict

from frontend.presentation.tournament.fractions import points
from frontend.presentation.tournament.seats import SeatOfRoundContext, seats_context
from frontend.presentation.tournament.shown import EntrantContext, Shown
from shared.platform.tournament.duplicate import compared
from shared.platform.tournament.events import ResultEntered, ResultRecorded
from shared.platform.tournament.pairings import OURS
from shared.platform.tournament.rules import DUPLICATE
from shared.platform.tournament.standings import table_points
from shared.platform.tournament.state import Round, differs

ORGANISER = "organiser"  # who made a pairing that was changed
MOST = 100  # tables on a page


class SeatContext(TypedDict):
    """`place` and `earned` are None before the end; `forfeits`: the table ended without them. `scored`: of the game."""

    who: EntrantContext
    place: int | None
    scored: int | None
    earned: str | None
    forfeits: bool


class WordContext(TypedDict):
    """What the player `who` of a real table says of its end: points and places by seat. `agrees`: with the result."""

    who: EntrantContext
    points: Sequence[int]
    places: Sequence[int | None]
    agrees: bool


class TableContext(TypedDict):
    """`how`: waits, plays, or how its result came about. `match` is that of its page, where it has one.

    `entered`: what players of a real table have said; `disputed`: not all of them the same.
    """

    number: int
    seats: list[SeatContext]
    how: str
    match: str | None
    note: str | None
    yours: bool
    entered: list[WordContext]
    disputed: bool


class RoundContext(TypedDict):
    """`number` counts from 1. `made`: library, organiser, or None for our own pairing, and `by` its name. `instead`:
    why it is not what the rules name first. `seats`: in a duplicate that is over, everybody beside those who had the
    same seat.
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
    seats: list[SeatOfRoundContext]


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
        "seats": seats_context(shown, one) if is_alike(shown, one) else [],
    }


def table_context(shown: Shown, one: Round, table: int) -> TableContext:
    result = one.results.get(table)
    return {
        "number": table + 1,
        "seats": _seats(shown, one, table, result),
        "how": result.how if result else "plays" if table in one.matches else "waits",
        "match": one.matches.get(table) if may_look(shown, one, table) else None,
        "note": result.note if result else None,
        "yours": shown.you in one.tables[table],
        "entered": [_word(shown, one, said) for said in one.entered.get(table, ())],
        "disputed": table in one.disputed,
    }


def _word(shown: Shown, one: Round, said: ResultEntered) -> WordContext:
    return {
        "who": shown.entrants[one.tables[said.table][said.seat]],
        "points": said.points,
        "places": said.places,
        "agrees": not differs(said, one.entered[said.table][0]),
    }


def is_alike(shown: Shown, one: Round) -> bool:
    """Whether all its tables have the same draws."""
    final = shown.rules.final
    return (final.format if final and one.stage else shown.rules.format) == DUPLICATE


def may_look(shown: Shown, one: Round, table: int) -> bool:
    """Whether the visitor is shown the match of this table: not while others may still play the same draws."""
    return one.deal is None or one.is_ended or shown.held.ended is not None or shown.you in one.tables[table]


def _earned(shown: Shown, one: Round, table: int, result: ResultRecorded) -> list[str | None]:
    """By seat; in a duplicate nobody knows before the last table has ended."""
    if not is_alike(shown, one):
        return [points(each) for each in table_points(shown.rules.points, result.places)]
    found = compared(one)
    seats = range(len(result.places))
    return [points(found[table, seat].points) if (table, seat) in found else None for seat in seats]


def _seats(shown: Shown, one: Round, table: int, result: ResultRecorded | None) -> list[SeatContext]:
    seats = one.tables[table]
    if result is None:
        return [
            {"who": shown.entrants[entrant], "place": None, "scored": None, "earned": None, "forfeits": False}
            for entrant in seats
        ]
    earned = _earned(shown, one, table, result)
    return [
        {
            "who": shown.entrants[entrant],
            "place": (place := result.places[seat]),
            "scored": None if place is None else result.points[seat],
            "earned": earned[seat],
            "forfeits": place is None,
        }
        for seat, entrant in enumerate(seats)
    ]


def current(shown: Shown) -> int | None:
    """The round that is played, or else the last one; from 0."""
    rounds = shown.held.rounds
    running = [one.number for one in rounds if not one.is_ended]
    return running[-1] if running else len(rounds) - 1 if rounds else None
