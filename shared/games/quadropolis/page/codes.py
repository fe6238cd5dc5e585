"""Cities, and what their buildings were given, as text that is short enough for an address.

A square is a letter and at most one digit; `-` separates rows. A dot is an empty square. Dots at the end of a row and
empty rows at the end of a city are left out: `T3S-.V2` is a tower of 3 floors, beside it a shop, below that a service
of 2 points. A gift is `e` with energy or `i` without, then the number of inhabitants: `e4`, `i1`; a dot is nothing.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shared.games.grid import Cell, in_rows
from shared.games.quadropolis.play.board import BOARDS, SQUARE
from shared.games.quadropolis.play.pieces import Building, City, Kind, Mode
from shared.games.quadropolis.play.tiles import KINDS, MOST_PRINTED, STACKING
from shared.games.quadropolis.score.placing import Gift, Given

LETTERS: Mapping[Kind, str] = {
    Kind.TOWER: "T",
    Kind.SHOP: "S",
    Kind.SERVICE: "V",
    Kind.PARK: "P",
    Kind.SQUARE: "Q",
    Kind.FACTORY: "F",
    Kind.HARBOUR: "H",
    Kind.OFFICE: "O",
    Kind.MONUMENT: "M",
}
LETTERED: Mapping[str, Kind] = {letter: kind for kind, letter in LETTERS.items()}

WORD = re.compile(r"[A-Za-z][0-9]?|.", re.DOTALL)
GIFT = re.compile(r"([ei])([0-9]?)")
EMPTY = "."
NOTHING_GIVEN = "0"


class Odd(NamedTuple):
    """A word for something that can't be there."""

    word: str
    cell: Cell


def figures(kind: Kind, mode: Mode) -> range:
    """The digits that a building may have: floors if it stacks, else printed points."""
    return range(1, BOARDS[mode].floors + 1) if kind in STACKING else range(MOST_PRINTED[kind] + 1)


def figure(building: Building) -> int:
    return building.floors if building.kind in STACKING else building.points


def built(kind: Kind, number: int) -> Building:
    return Building(kind, floors=number) if kind in STACKING else Building(kind, points=number)


def read_city(mode: Mode, text: str) -> tuple[City, tuple[Odd, ...]]:
    """An invalid word leaves its square empty."""
    city: list[Building | None] = [None] * BOARDS[mode].squares
    odd: list[Odd] = []
    for cell, word in _words(text):
        building, square = _building(mode, word), SQUARE[mode].get(cell)
        if building is None or square is None:
            odd.append(Odd(word, cell))
        else:
            city[square] = building
    return tuple(city), tuple(odd)


def write_city(mode: Mode, city: City) -> str:
    return _write(mode, city, lambda building: EMPTY if building is None else _word(building))


def read_given(mode: Mode, text: str) -> Given | None:
    """None if the text is invalid."""
    given = [Gift()] * BOARDS[mode].squares
    for cell, word in _words(text if text != NOTHING_GIVEN else ""):
        found, square = GIFT.fullmatch(word), SQUARE[mode].get(cell)
        if found is None or square is None:
            return None
        given[square] = Gift(inhabitants=int(found[2] or 0), energy=int(found[1] == "e"))
    return tuple(given)


def write_given(mode: Mode, given: Given) -> str:
    return _write(mode, given, _gift) or NOTHING_GIVEN


def _words(text: str) -> Iterator[tuple[Cell, str]]:
    for row, line in enumerate(text.split("-")):
        for column, word in enumerate(WORD.findall(line)):
            if word != EMPTY:
                yield Cell(row, column), word


def _building(mode: Mode, word: str) -> Building | None:
    kind = LETTERED.get(word[0].upper())
    if kind is None or kind not in KINDS[mode]:
        return None
    numbers = figures(kind, mode)
    number = int(word[1:] or numbers[0])
    return built(kind, number) if number in numbers else None


def _word(building: Building) -> str:
    number = figure(building)
    return LETTERS[building.kind] + (str(number) if number > (building.kind in STACKING) else "")


def _gift(gift: Gift) -> str:
    return EMPTY if gift == Gift() else ("e" if gift.energy else "i") + (str(gift.inhabitants or ""))


def _write(mode: Mode, squares: Sequence[Any], word: Callable[[Any], str]) -> str:
    rows = ["".join(map(word, row)) for row in in_rows(squares, BOARDS[mode].columns)]
    return "-".join(row.rstrip(EMPTY) for row in rows).rstrip("-")
