"""A city described from outside a match: the form that calculator and positions read, and what is wrong with it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from shared.annotations import Range
from shared.errors import filled
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.play.tiles import KINDS, MOST_PRINTED, STACKING
from shared.games.refusals import nonsense
from shared.marked import marked

MOST_HELD = 999  # inhabitants or energy: the limit; fewer may still be more than the box holds

NOT_IN_CLASSIC: Mapping[Kind, str] = {
    Kind.OFFICE: marked("There is no office in classic mode."),
    Kind.MONUMENT: marked("There is no monument in classic mode."),
}
TOO_HIGH: Mapping[str, str] = {
    "classic": marked("A tower has at most {floors} in classic mode."),
    "expert": marked("A stack has at most {floors} in expert mode."),
}
FLAT = marked("This kind of building does not stack.")
PRINTED = marked("At most {most} are printed on this kind of building.")
ROWS = marked("Must have {down} rows, not {rows}.")
SQUARES = marked("Must have {across} squares.")

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
        raise nonsense({field: [filled(ROWS, {"down": down, "rows": len(rows)})]})
    size = filled(SQUARES, {"across": across})
    sizes = {row: [size] for row, squares in enumerate(rows) if len(squares) != across}
    if sizes:
        raise nonsense({field: sizes})


def _wrong(mode: str, squares: Sequence[ToldBuilding | None]) -> Iterator[tuple[int, Mapping[str, list[str]]]]:
    for column, told in enumerate(squares):
        if told and (found := _odd(mode, told)):
            yield column, found


def _odd(mode: str, told: ToldBuilding) -> dict[str, list[str]]:
    kind = Kind(told.building)
    if kind not in KINDS[mode]:
        return {"building": [NOT_IN_CLASSIC[kind]]}
    floors = BOARDS[mode].floors if kind in STACKING else 1
    wrong = {}
    if told.floors > floors:
        wrong["floors"] = [filled(TOO_HIGH[mode], {"floors": floors}) if floors > 1 else FLAT]
    if told.points > MOST_PRINTED[kind]:
        wrong["points"] = [filled(PRINTED, {"most": MOST_PRINTED[kind]})]
    return wrong


def _building(told: ToldBuilding | None) -> Building | None:
    return None if told is None else Building(Kind(told.building), told.floors, told.points)
