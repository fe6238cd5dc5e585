"""Positions as people write them, with lines and squares counted from 1: their shape, and the states they stand for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from shared.annotations import Range
from shared.errors import filled
from shared.games.quadropolis.page.told_city import NOT_IN_CLASSIC, KindName, ToldCity, check_rows, city_from
from shared.games.quadropolis.play.board import BOARDS, OFF, SITE_LINES, SLOT_NUMBER, Slot, bits
from shared.games.quadropolis.play.pieces import Building, City, Kind, Mode
from shared.games.quadropolis.play.setup import Options, initial, nothing_built
from shared.games.quadropolis.play.state import DOWN, EMPTY, Holding, Posted, State
from shared.games.quadropolis.play.tiles import KINDS, STACKING, TILES
from shared.games.refusals import nonsense
from shared.marked import marked

LOOKS = {tile[1:6]: number for number, tile in reversed(list(enumerate(TILES)))}
"""By kind, inhabitants, energy, points and mayor: a tile that looks like this."""

NO_ARCHITECT: Mapping[str, str] = {
    "classic": marked("There is no architect {architect} in classic mode."),
    "expert": marked("There is no architect {architect} in expert mode."),
}

Line = Annotated[int, Range(1, 5)]
Side = Literal["N", "E", "S", "W"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldTile:
    """A square of the site: a tile with what it brings, or `down` and nothing else."""

    building: KindName | None = None
    inhabitants: Annotated[int, Range(0, 3)] = 0
    energy: Annotated[int, Range(0, 3)] = 0
    points: Annotated[int, Range(0, 3)] = 0
    mayor: bool = False
    down: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What the mover has to know; it doesn't matter whose the other architects are."""

    mode: Mode
    players: Annotated[int, Range(2, 4)]
    site: tuple[tuple[ToldTile | None, ...], ...]
    urbanist: tuple[Line, Line] | None
    architects: tuple[tuple[Side, Line], ...]
    available: tuple[Annotated[int, Range(1, 5)], ...]
    city: ToldCity


def read(told: Position) -> State:
    """Seat 0 is to move. What a position doesn't say is as at the start of a match."""
    _check(told)
    bare = initial(told.players, Options(mode=told.mode), 1)
    slots = [SLOT_NUMBER[Slot(side, line - 1)] for side, line in told.architects]
    pool = tuple(int(number in told.available) for number in range(len(bare.pools[0])))
    return bare._replace(
        round=1,
        mayor=0,
        starts=0,
        turns_left=told.players,
        urbanist=OFF if told.urbanist is None else _site_square(*told.urbanist),
        site=tuple(_tile(there) for row in told.site for there in row),
        slots=bits(slots),
        architects=tuple(Posted(slot, 1, 1) for slot in slots),
        pools=(pool, *bare.pools[1:]),
        holdings=(holding_of(told.mode, city_from(told.mode, told.city)), *bare.holdings[1:]),
    )


def holding_of(mode: str, city: City, inhabitants: int = 0, energy: int = 0) -> Holding:
    """Built of any tiles that look like this: a city says no more about its tiles."""
    board = BOARDS[mode]
    return nothing_built(board)._replace(
        empty=bits(square for square, building in enumerate(city) if building is None),
        stacks=tuple(tuple(_stacks(city, kind, floors) for floors in range(board.floors + 1)) for kind in STACKING),
        squares=tuple(_pile(building) for building in city),
        inhabitants=inhabitants,
        energy=energy,
    )


def _check(told: Position) -> None:
    check_rows("site", told.site, SITE_LINES, SITE_LINES)
    wrong = {row: found for row, line in enumerate(told.site) if (found := dict(_wrong(told.mode, line)))}
    if wrong:
        raise nonsense({"site": wrong})
    if len(set(told.architects)) < len(told.architects):
        raise nonsense({"architects": [marked("Two stand on the same slot.")]})
    unknown = [number for number in told.available if number not in BOARDS[told.mode].architects]
    if unknown:
        raise nonsense({"available": [filled(NO_ARCHITECT[told.mode], {"architect": unknown[0]})]})


def _wrong(mode: str, line: Sequence[ToldTile | None]) -> Iterator[tuple[int, list[str]]]:
    for column, there in enumerate(line):
        if there and (found := _odd(mode, there)):
            yield column, found


def _odd(mode: str, told: ToldTile) -> list[str]:
    if told.down:
        hidden = marked("What lies face down is hidden: nothing else is known of it.")
        return [] if told == ToldTile(down=True) else [hidden]
    if told.building is None:
        return [marked("Must have a building, or be down.")]
    if Kind(told.building) not in KINDS[mode]:
        return [NOT_IN_CLASSIC[Kind(told.building)]]
    return [] if _look(told) in LOOKS else [marked("There is no such tile.")]


def _look(told: ToldTile) -> tuple[Any, ...]:
    return (told.building, told.inhabitants, told.energy, told.points, told.mayor)


def _tile(told: ToldTile | None) -> int:
    if told is None:
        return EMPTY
    return DOWN if told.down else LOOKS[_look(told)]


def _site_square(row: int, column: int) -> int:
    return (row - 1) * SITE_LINES + column - 1


def _stacks(city: City, kind: Kind, floors: int) -> int:
    of_kind = ((square, building) for square, building in enumerate(city) if building and building.kind is kind)
    return bits(square for square, building in of_kind if building.floors == floors)


def _pile(building: Building | None) -> tuple[int, ...]:
    if building is None:
        return ()
    looks = (building.kind, building.points)
    first = next(number for number, tile in enumerate(TILES) if (tile.kind, tile.points) == looks)
    return (first,) * building.floors
