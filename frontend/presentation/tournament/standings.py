"""Who stands where, with the numbers that put them there, and how one entrant's numbers are made."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict

from frontend.presentation.tournament.fractions import points, signed, written
from frontend.presentation.tournament.shown import EntrantContext, Shown
from shared.language import number
from shared.platform.tournament.events import Standing
from shared.platform.tournament.rules import DUPLICATE, KNOCK_OUT, POINT, Rules, columns

SHOWN: Mapping[str, Callable[[int], str]] = {
    "points": points,
    "average": lambda thousandths: number(thousandths // 10 / 100, 2),
    "buchholz": points,
    "sonneborn_berger": lambda found: written(found, 2 * POINT),
    "head_to_head": lambda found: written(found, 2),
    "last_place": lambda found: str(-found) if found else "",
    "difference": signed,
    "draw": lambda found: str(1 - found),
}
TOP = 12  # where only the best are shown
PAGE = 250  # on a page of standings


class StandingContext(TypedDict):
    """`numbers` are those of the columns, in words of people.

    In a league `place` is that in the `division`, from 1, and `moves` says whether they rise (1) or fall (-1) by these
    standings; a row that `opens` a division is its first on the page.
    """

    place: int
    division: int | None
    moves: int
    opens: bool
    who: EntrantContext
    numbers: list[str]


class StandingsContext(TypedDict):
    """`columns` name the numbers, the first counting most. `first` is the place of the first row, from 1."""

    columns: list[str]
    rows: list[StandingContext]
    own: StandingContext | None
    count: int
    page: int
    pages: int


def standings_context(shown: Shown, page: int = 1, size: int = PAGE) -> StandingsContext:
    """Pages count from 1. `own` is the visitor's row where it isn't on this page."""
    ranked = shown.standings
    start = (page - 1) * size
    rows = ranked[start : start + size]
    own = next((one for one in ranked if one.entrant == shown.you), None)
    listed = [row_of(shown, one) for one in rows]
    for before, row in zip([None, *listed], listed, strict=False):
        row["opens"] = row["division"] is not None and (before is None or before["division"] != row["division"])
    return {
        "columns": columns_of(shown),
        "rows": listed,
        "own": row_of(shown, own) if own and own not in rows else None,
        "count": len(ranked),
        "page": page,
        "pages": max(1, -(-len(ranked) // size)),
    }


def columns_of(shown: Shown) -> list[str]:
    """The division is no column: it has a heading of its own."""
    return named_in(shown.rules, shown.held.format)


def named_in(rules: Rules, format_: str) -> list[str]:
    """As pages call them: in a duplicate, points come from other tables."""
    is_alike = format_ == DUPLICATE
    return ["match_points" if is_alike and name == "points" else name for name in columns(rules, format_)]


def row_of(shown: Shown, one: Standing) -> StandingContext:
    named = columns(shown.rules, shown.held.format)
    division = -one.numbers[0] if shown.held.season else None
    numbers = one.numbers[-len(named) :]
    return {
        "place": one.place if division is None else one.place - shown.before[division],
        "division": None if division is None else division + 1,
        "moves": shown.moves.get(one.entrant, 0),
        "opens": False,
        "who": shown.entrants[one.entrant],
        "numbers": [SHOWN.get(name, str)(number) for name, number in zip(named, numbers, strict=True)],
    }


def order_of(shown: Shown) -> Sequence[int]:
    """The entrants, the best first; before anything was paired as they entered."""
    if shown.standings:
        return [one.entrant for one in shown.standings]
    return [number for number, one in enumerate(shown.held.entrants) if one.is_in]


def is_knock_out(shown: Shown) -> bool:
    return shown.held.format in KNOCK_OUT
