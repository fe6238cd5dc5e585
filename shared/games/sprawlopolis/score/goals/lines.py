"""Goals about rows and columns. These run through the whole city: gaps don't end them, but aren't counted either."""

from collections.abc import Iterator
from typing import NamedTuple

from shared.games.sprawlopolis.play.ground import WIDTH, Spot
from shared.games.sprawlopolis.play.pieces import Zone
from shared.games.sprawlopolis.score.survey import Reason, Survey

BLOOMING = 3  # goal 2: the parks that a row or column should have


class Line(NamedTuple):
    """A row or column that has at least one block. `name` is row or column, `number` counts from 1 at the top left."""

    name: str
    number: int
    spots: tuple[Spot, ...]


def bloom_boom(survey: Survey) -> Iterator[Reason]:
    """2: +1 for each row and each column with exactly three parks, -1 for each with none."""
    for row in (*rows(survey), *columns(survey)):
        parks = _of(survey, row, Zone.PARK)
        if len(parks) == BLOOMING:
            yield Reason(1, f"{row.name}_of_parks", parks, {"number": row.number})
        elif not parks:
            yield Reason(-1, f"{row.name}_without_parks", row.spots, {"number": row.number})


def the_strip(survey: Survey) -> Iterator[Reason]:
    """10: the commercial blocks of the row or column that has most of them."""
    found = [(row, _of(survey, row, Zone.COMMERCIAL)) for row in (*rows(survey), *columns(survey))]
    if found:
        row, shops = max(found, key=lambda pair: len(pair[1]))
        yield Reason(len(shops), f"{row.name}_of_commercial", shops, {"number": row.number, "commercial": len(shops)})


def sprawlopolis(survey: Survey) -> Iterator[Reason]:
    """18: the blocks of the fullest row and those of the fullest column."""
    for lines in (rows(survey), columns(survey)) if survey.blocks else ():
        row = max(lines, key=lambda row: len(row.spots))
        yield Reason(len(row.spots), f"fullest_{row.name}", row.spots, {"number": row.number})


def rows(survey: Survey) -> list[Line]:
    return _lines("row", survey, [spot // WIDTH for spot in survey.blocks])


def columns(survey: Survey) -> list[Line]:
    return _lines("column", survey, [spot % WIDTH for spot in survey.blocks])


def _lines(name: str, survey: Survey, lines: list[int]) -> list[Line]:
    """`lines` are those of the blocks, one by one."""
    found: dict[int, list[Spot]] = {line: [] for line in sorted(set(lines))}
    for spot, line in zip(survey.blocks, lines, strict=True):
        found[line].append(spot)
    first = min(lines, default=0)
    return [Line(name, line - first + 1, tuple(spots)) for line, spots in found.items()]


def _of(survey: Survey, row: Line, zone: Zone) -> tuple[Spot, ...]:
    return tuple([spot for spot in row.spots if survey.blocks[spot].zone is zone])
