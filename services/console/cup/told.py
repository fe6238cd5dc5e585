"""The standings as rows of JSON, with exact numbers: `27/2` is thirteen and a half."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from shared.annotations import Json
from shared.platform.tournament import Tournament
from shared.platform.tournament.rules import POINT

BESIDE = ("division", "points", "draw")
PARTS = {"points": POINT, "average": 1000, "buchholz": POINT, "sonneborn_berger": 2 * POINT, "difference": POINT}


def told(tournament: Tournament, named: Sequence[str]) -> Iterator[Json]:
    """Who was not in the final comes behind it, as they stood after the first stage."""
    for one in tournament.standings:
        numbers = dict(zip(tournament.columns, one.numbers, strict=True))
        breaks = {name: _exact(name, number) for name, number in numbers.items() if name not in BESIDE}
        division = {"division": 1 - numbers["division"]} if "division" in numbers else {}
        yield {
            "place": one.place,
            **division,
            "entrant": named[one.entrant],
            "points": _exact("points", one.points),
            "tie_breaks": breaks,
            "matches": sum(one.entrant in seats for played in tournament.rounds for seats in played.tables),
        }


def _exact(name: str, number: int) -> int | str:
    value = Fraction(number, PARTS.get(name, 1))
    return int(value) if value.denominator == 1 else str(value)
