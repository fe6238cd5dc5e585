"""A round of a duplicate, seat by seat: those who had the same seat and the same draws, the best first."""

from collections.abc import Mapping
from typing import TypedDict

from frontend.presentation.tournament.fractions import points, signed
from frontend.presentation.tournament.shown import EntrantContext, Shown
from shared.platform.tournament.duplicate import COMPARED, Compared, Place, compared, top
from shared.platform.tournament.rules import POINT
from shared.platform.tournament.state import Round

MOST = 100  # at a seat


class ComparedContext(TypedDict):
    """`table` counts from 1. `scored` is None where the points of the game say nothing."""

    who: EntrantContext
    table: int
    scored: int | None
    difference: str | None
    earned: str
    match: str | None


class SeatOfRoundContext(TypedDict):
    """`seat` counts from 1; `average` is what everybody has there on average; `more`: how many are left out."""

    seat: int
    average: str
    rows: list[ComparedContext]
    more: int


def seats_context(shown: Shown, one: Round) -> list[SeatOfRoundContext]:
    """Of a round that is over; of every other one nobody is told how the draws are played."""
    found = compared(one)
    return [_seat(shown, one, found, seat) for seat in range(shown.rules.seats)] if found else []


def _seat(shown: Shown, one: Round, found: Mapping[Place, Compared], seat: int) -> SeatOfRoundContext:
    there = sorted((table for table, at in found if at == seat), key=lambda table: (-found[table, seat].points, table))
    return {
        "seat": seat + 1,
        "average": points(POINT * top(one)),
        "rows": [_row(shown, one, found[table, seat], table, seat) for table in there[:MOST]],
        "more": max(0, len(there) - MOST),
    }


def _row(shown: Shown, one: Round, found: Compared, table: int, seat: int) -> ComparedContext:
    is_compared = one.results[table].how in COMPARED
    return {
        "who": shown.entrants[one.tables[table][seat]],
        "table": table + 1,
        "scored": one.results[table].points[seat] if is_compared else None,
        "difference": signed(found.difference) if found.others else None,
        "earned": points(found.points),
        "match": one.matches.get(table),
    }
