"""Standings for spreadsheets and programs: CSV as RFC 4180 has it, in UTF-8."""

import csv
import io
from collections.abc import Mapping

from shared.annotations import Json
from shared.platform.tournament.state import Tournament

# Some spreadsheets read the full-width signs as the plain ones.
FORMULAS = tuple("=+-@\t\r\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\uff20")


def standings_as_json(tournament: Tournament, names: Mapping[int, str]) -> list[Json]:
    """A row for each entrant, the best first; points and what is made of points in twelfths, as they are stored."""
    return [
        {
            "place": one.place,
            "entrant": one.entrant + 1,
            "name": names.get(one.entrant, ""),
            **dict(zip(tournament.columns, one.numbers, strict=True)),
        }
        for one in tournament.standings
    ]


def standings_as_csv(tournament: Tournament, names: Mapping[int, str]) -> str:
    """The same. What a spreadsheet would take for a formula is written as a text."""
    rows = standings_as_json(tournament, names)
    written = io.StringIO()
    heading = ["place", "entrant", "name", *tournament.columns]
    table = csv.writer(written, lineterminator="\r\n")
    table.writerows([heading, *([_inert(value) for value in row.values()] for row in rows)])
    return written.getvalue()


def _inert(value: int | str) -> int | str:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value
