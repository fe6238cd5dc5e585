"""The standings as CSV (RFC 4180) with a row for each entrant. Points are decimals of what a table calls a point."""

import csv
from collections.abc import Mapping
from fractions import Fraction
from io import StringIO

from shared.platform.tournament import Tournament, standings
from shared.platform.tournament.rules import POINT, columns

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would compute in place of showing it
PARTS: Mapping[str, int] = {"points": POINT, "buchholz": POINT, "sonneborn_berger": 2 * POINT}


def spreadsheet(tournament: Tournament, names: Mapping[int, str]) -> str:
    counted = [name for name in columns(tournament.rules, tournament.format) if name != "draw"]
    file = StringIO()
    rows = csv.writer(file)
    rows.writerow(["place", "name", *counted])
    for one in tournament.ended.standings if tournament.ended else standings(tournament):
        numbers = [decimal(name, number) for name, number in zip(counted, one.numbers, strict=False)]
        rows.writerow([one.place, harmless(names[one.entrant]), *numbers])
    return file.getvalue()


def decimal(name: str, number: int) -> str:
    """`2.5`, with two digits at most."""
    hundredths = round(Fraction(number * 100, PARTS.get(name, 1)))
    sign, rest = "-" if hundredths < 0 else "", abs(hundredths)
    return f"{sign}{rest // 100}.{rest % 100:02}".rstrip("0").rstrip(".")


def harmless(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA) else name
