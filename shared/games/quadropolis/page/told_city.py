"""A city described from outside a match: the form that calculator and positions read, and what is wrong with it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from shared.annotations import Range
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.play.tiles import KINDS, MOST_PRINTED, STACKING
from shared.games.refusals import nonsense

MOST_HELD = 999  # inhabitants or energy: the limit; fewer may still be more than the box holds

KindName = Literal["tower", "shop", "service", "park", "square", "factory", "harbour", "office", "monument"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldBuilding:
    """`points` are printed on the tile."""

    building: KindName
    floors: Annotated[int, Range(1, 5)] = 1
    points: Annotated[int, Range(0, 3)] = 0


ToldCity = tuple[tuple[ToldBuilding | None, ...], ...]
"""The rows of a city from the top; None: an empty square."""


def city_from(mode: str, told: ToldCity) -> City:
    """Raises Malformed with every invalid square."""
    check_rows("city", told, BOARDS[mode].rows, BOARDS[mode].columns)
    wrong = {row: found for row, squares in enumerate(told) if (found := dict(_wrong(mode, squares)))}
    if wrong:
        raise nonsense({"city": wrong})
    return tuple(_building(there) for squares in told for there in squares)


def check_rows(field: str, rows: Sequence[Sequence[Any]], down: int, across: int) -> None:
    if len(rows) != down:
        raise nonsense({field: [f"Must have {down} rows, not {len(rows)}."]})
    sizes = {row: [f"Must have {across} squares."] for row, squares in enumerate(rows) if len(squares) != across}
    if sizes:
        raise nonsense({field: sizes})


def _wrong(mode: str, squares: Sequence[ToldBuilding | None]) -> Iterator[tuple[int, Mapping[str, list[str]]]]:
    for column, told in enumerate(squares):
        if told and (found := _odd(mode, told)):
            yield column, found


def _odd(mode: str, told: ToldBuilding) -> dict[str, list[str]]:
    kind = Kind(told.building)
    if kind not in KINDS[mode]:
        return {"building": [f"There is no {kind} in {mode} mode."]}
    floors = BOARDS[mode].floors if kind in STACKING else 1
    wrong = {}
    if told.floors > floors:
        wrong["floors"] = [f"A {kind} has at most {floors} in {mode} mode." if floors > 1 else f"No {kind} stacks."]
    if told.points > MOST_PRINTED[kind]:
        wrong["points"] = [f"At most {MOST_PRINTED[kind]} are printed on a {kind}."]
    return wrong


def _building(told: ToldBuilding | None) -> Building | None:
    return None if told is None else Building(Kind(told.building), told.floors, told.points)
