"""Standings for spreadsheets and programs, and entrants from a spreadsheet: CSV as RFC 4180 has it, in UTF-8."""

import csv
import io
import re
from collections.abc import Mapping
from typing import NamedTuple

from shared.annotations import Json
from shared.errors import Malformed
from shared.platform.tournament.rules import MOST_ENTRANTS, columns
from shared.platform.tournament.state import Tournament

LONGEST_NAME = 60
STRENGTH = re.compile("[0-9]{1,4}")


class Listed(NamedTuple):
    """A row of a list of entrants: a name, and what they are seeded by, or 0."""

    name: str
    strength: int


def entrants_in(text: str) -> tuple[Listed, ...]:
    """A name in the first column and, where there is a second one, a strength; a row of headings may stand above.

    Raises Malformed, which names the line.
    """
    plain = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    try:
        rows = [(number, row) for number, row in enumerate(csv.reader(io.StringIO(plain)), 1) if any(row)]
    except csv.Error as error:  # as a cell of a hundred thousand letters
        raise Malformed("nothing can be made of this list") from error
    if rows and [cell.strip().lower() for cell in rows[0][1][:2]] in (["name"], ["name", "strength"]):
        del rows[0]
    if len(rows) > MOST_ENTRANTS:
        raise Malformed("a tournament has room for 2 to {most} entrants", most=MOST_ENTRANTS)
    return tuple(_listed(number, [cell.strip() for cell in row]) for number, row in rows)


def _listed(number: int, row: list[str]) -> Listed:
    name, strength = row[0], row[1] if len(row) > 1 else ""
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Malformed("line {line}: a name has 1 to {most} letters", line=number, most=LONGEST_NAME)
    if strength and not STRENGTH.fullmatch(strength):
        raise Malformed("line {line}: a strength is a whole number from 0 to 9999", line=number)
    return Listed(name, int(strength or 0))


def standings_as_json(tournament: Tournament, names: Mapping[int, str]) -> list[Json]:
    """A row for each entrant, the best first; points and what is made of points in twelfths, as they are stored."""
    counted = columns(tournament.rules, tournament.format, tournament.season is not None)
    return [
        {
            "place": one.place,
            "entrant": one.entrant + 1,
            "name": names.get(one.entrant, ""),
            **dict(zip(counted, one.numbers, strict=True)),
        }
        for one in tournament.standings
    ]


def standings_as_csv(tournament: Tournament, names: Mapping[int, str]) -> str:
    """The same. What a spreadsheet would take for a formula is written as a text."""
    rows = standings_as_json(tournament, names)
    written = io.StringIO()
    heading = ["place", "entrant", "name", *columns(tournament.rules, tournament.format, tournament.season is not None)]
    table = csv.writer(written, lineterminator="\r\n")
    table.writerows([heading, *([_inert(value) for value in row.values()] for row in rows)])
    return written.getvalue()


def _inert(value: int | str) -> int | str:
    return f"'{value}" if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") and value else value
