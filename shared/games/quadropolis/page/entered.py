"""What somebody has entered into the calculator's page so far, read from the page's address and written into it again.

`mode`, `city`, `inhabitants`, `energy`; `tool`: what a click builds; `given`: what is on which building while
exploring (`best`: as in the best allocation); `at`: the selected building, as row and column counted from 1.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, get_args

from shared.games.quadropolis.page.codes import LETTERED, Odd, read_city, read_given, write_city, write_given
from shared.games.quadropolis.page.explore import Hands, laid_out, what_fits
from shared.games.quadropolis.page.told_city import MOST_HELD
from shared.games.quadropolis.play.board import CELLS
from shared.games.quadropolis.play.pieces import City, Mode
from shared.games.quadropolis.play.tiles import KINDS
from shared.games.quadropolis.score.placing import Given
from shared.games.quadropolis.score.score import Settled, settle
from shared.games.query import Query, Wrong, one_of, unread, without_defaults
from shared.marked import marked

MODES: tuple[Mode, ...] = get_args(Mode)
CLEAR = "x"  # the tool that empties a square
BEST = "best"  # given: as in the best allocation
NO_MODE = marked("there is no mode “{said}”: the city is counted in classic mode")
NO_TOOL: Mapping[Mode, str] = {
    "classic": marked("nothing is built with “{said}” in classic mode"),
    "expert": marked("nothing is built with “{said}” in expert mode"),
}
NO_SQUARE = marked("there is no square {said} in this city")
NO_NUMBER: Mapping[str, str] = {
    "inhabitants": marked("inhabitants must be a whole number from 0 to {most}, not “{said}”; 0 is counted"),
    "energy": marked("energy must be a whole number from 0 to {most}, not “{said}”; 0 is counted"),
}
NO_WORD: Mapping[Mode, str] = {
    "classic": marked("“{word}” in row {row}, column {column} is nothing that can stand in a city in classic mode"),
    "expert": marked("“{word}” in row {row}, column {column} is nothing that can stand in a city in expert mode"),
}
MORE_WORDS = marked("further words of the city that mean nothing: {count}")
NOTHING_GIVEN = marked("“{said}” does not say who is where: the best allocation is shown")
TOO_MUCH_GIVEN = marked("“{said}” gives more than fits: what was too much is in hand")
NAMED = 3  # words of a city that make no sense; further ones are only counted


class Entered(NamedTuple):
    """`given` is None unless somebody explores."""

    mode: Mode
    city: City
    inhabitants: int
    energy: int
    tool: str
    given: Given | None
    at: int | None

    @property
    def hands(self) -> Hands | None:
        if self.given is None:
            return None
        return Hands(self.mode, self.city, self.inhabitants, self.energy, self.given)

    def best(self) -> Settled:
        return settle(self.mode, self.city, self.inhabitants, self.energy)

    def best_given(self) -> Given:
        return laid_out(self.best().allocation)


def read(query: Query) -> tuple[Entered, tuple[Wrong, ...]]:
    wrong = [*unread(query, "mode", MODES, NO_MODE)]
    mode = one_of(MODES, query.get("mode", ""))
    city, odd = read_city(mode, query.get("city", ""))
    wrong += _odd(mode, odd)
    entered = Entered(
        mode=mode,
        city=city,
        inhabitants=_number(query, "inhabitants", wrong),
        energy=_number(query, "energy", wrong),
        tool=one_of(_tools(mode), query.get("tool", "")),
        given=None,
        at=read_square(mode, query.get("at", "")),
    )
    wrong += unread(query, "tool", _tools(mode), NO_TOOL[mode])
    wrong += unread(query, "at", [cell.name for cell in CELLS[mode]], NO_SQUARE)
    entered, unlaid = _exploring(entered, query.get("given", ""))
    return entered, (*wrong, *unlaid)


def write(entered: Entered) -> dict[str, str]:
    """Without what a newcomer is shown anyway."""
    defaults = {"mode": MODES[0], "tool": _tools(entered.mode)[0]}
    fields = {
        "mode": entered.mode,
        "city": write_city(entered.mode, entered.city),
        "inhabitants": str(entered.inhabitants or ""),
        "energy": str(entered.energy or ""),
        "tool": entered.tool,
        "given": "" if entered.given is None else write_given(entered.mode, entered.given),
        "at": "" if entered.given is None or entered.at is None else CELLS[entered.mode][entered.at].name,
    }
    return without_defaults(fields, defaults)


def read_square(mode: Mode, text: str) -> int | None:
    return next((square for square, cell in enumerate(CELLS[mode]) if cell.name == text), None)


def _number(query: Query, field: str, wrong: list[Wrong]) -> int:
    text = query.get(field, "").strip()
    if text.isascii() and text.isdecimal() and int(text[:9]) <= MOST_HELD and len(text) < 9:
        return int(text)
    if text:
        wrong.append(Wrong(field, NO_NUMBER[field], {"most": MOST_HELD, "said": text}))
    return 0


def _tools(mode: Mode) -> list[str]:
    return [*(letter for letter, kind in LETTERED.items() if kind in KINDS[mode]), CLEAR]


def _odd(mode: Mode, odd: tuple[Odd, ...]) -> Iterator[Wrong]:
    for each in odd[:NAMED]:
        row, column = each.cell.row + 1, each.cell.column + 1
        yield Wrong("city", NO_WORD[mode], {"word": each.word, "row": row, "column": column})
    if len(odd) > NAMED:
        yield Wrong("city", MORE_WORDS, {"count": len(odd) - NAMED})


def _exploring(entered: Entered, text: str) -> tuple[Entered, list[Wrong]]:
    """Text that can't be read counts as the best allocation."""
    if not text:
        return entered, []
    given = read_given(entered.mode, text)
    hands = Hands(entered.mode, entered.city, entered.inhabitants, entered.energy, given or entered.best_given())
    fitting = what_fits(hands)
    wrong = []
    if given is None and text != BEST:
        wrong.append(Wrong("given", NOTHING_GIVEN, {"said": text}))
    elif fitting != hands:
        wrong.append(Wrong("given", TOO_MUCH_GIVEN, {"said": text}))
    return entered._replace(given=fitting.given), wrong
