"""What a click or a key does to the calculator. One press is one step: of the city, of a number, or of the hands."""

from collections.abc import Callable, Mapping

from shared.games.quadropolis.page.codes import LETTERED, built, figure, figures
from shared.games.quadropolis.page.entered import CLEAR, MODES, Entered, read, read_square, write
from shared.games.quadropolis.page.explore import Hands, change, touch
from shared.games.quadropolis.page.told_city import MOST_HELD
from shared.games.quadropolis.play.board import BOARDS, CELLS, SQUARE
from shared.games.quadropolis.play.pieces import Building, Mode
from shared.games.quadropolis.play.tiles import KINDS

HANDLING: Mapping[str, Callable[[Hands, int], Hands]] = {
    "touch": touch,
    "i": lambda hands, square: change(hands, square, inhabitants=1),
    "I": lambda hands, square: change(hands, square, inhabitants=-1),
    "e": lambda hands, square: change(hands, square, energy=1),
    "E": lambda hands, square: change(hands, square, energy=-1),
}
"""On a building, while exploring: give what it lacks; give or take back one inhabitant or one energy."""

PUT = "put"
"""On a square: what the current tool does there. The address says which tool that is, even if a page is behind it."""

EMPTY = "empty"
"""Clears the city and both numbers."""

NUMBERS: Mapping[str, tuple[int, int]] = {
    "more-inhabitants": (1, 0),
    "fewer-inhabitants": (-1, 0),
    "more-energy": (0, 1),
    "less-energy": (0, -1),
}


KEYPADS = ("inhabitants", "energy")
"""With the key as `on`: a digit behind the number, or `x`, which clears it. One that grows too large begins anew."""

KEYS = (*map(str, range(10)), CLEAR)

PRESSES = (
    *(*MODES, *NUMBERS, *KEYPADS, *HANDLING, *LETTERED, *map(str, range(6)), EMPTY, PUT, CLEAR),
    *(*(f"tool-{letter}" for letter in (*LETTERED, CLEAR)), "best", "stop", "more", "less"),
)
"""Everything that means something in some mode, on some square."""


def pressed(entered: Entered, key: str, on: str) -> Entered:
    """`on` is a square, or a key of a keypad. What means nothing here changes nothing."""
    if key in KEYPADS:
        return _typed(entered, key, on)
    square = read_square(entered.mode, on)
    for mode in MODES:
        if key == mode:
            return _in_mode(entered, mode)
    if key.startswith("tool-"):
        return read({**write(entered), "tool": key.removeprefix("tool-")})[0]
    if key in NUMBERS:
        return _with_numbers(entered, *NUMBERS[key])
    match key:
        case _ if key == EMPTY:
            return entered._replace(city=(None,) * len(entered.city), inhabitants=0, energy=0, given=None)
        case "stop":
            return entered._replace(given=None)
        case "best":
            return entered._replace(given=entered.best_given())
        case _:
            return entered if square is None else _on_square(entered, key, square)


def lost(entered: Entered, mode: Mode) -> int:
    """How many buildings that mode would leave out or cut to fewer floors."""
    kept = dict(zip(CELLS[mode], _in_mode(entered, mode).city, strict=True))
    there = zip(CELLS[entered.mode], entered.city, strict=True)
    return sum(one is not None and kept.get(cell) != one for cell, one in there)


def _on_square(entered: Entered, key: str, square: int) -> Entered:
    if (hands := entered.hands) is None:
        letter = entered.tool if key == PUT else key
        city = (*entered.city[:square], _built(entered, letter, entered.city[square]), *entered.city[square + 1 :])
        return entered._replace(city=city)
    handle = HANDLING.get(key)
    return entered._replace(at=square, given=handle(hands, square).given if handle else hands.given)


def _built(entered: Entered, key: str, there: Building | None) -> Building | None:
    """A letter builds; on its own kind it counts up by one, then starts again. Digits, more and less count."""
    kind = LETTERED.get(key)
    if key == CLEAR:
        return None
    if kind is not None and kind in KINDS[entered.mode]:
        numbers = figures(kind, entered.mode)
        at = numbers.index(figure(there)) + 1 if there is not None and there.kind is kind else 0
        return built(kind, numbers[at % len(numbers)])
    if there is None:
        return None
    step = {"more": figure(there) + 1, "less": figure(there) - 1, **{str(digit): digit for digit in range(6)}}.get(key)
    return built(there.kind, step) if step is not None and step in figures(there.kind, entered.mode) else there


def _in_mode(entered: Entered, mode: Mode) -> Entered:
    """Without buildings whose square or kind the other mode's city does not have."""
    city: list[Building | None] = [None] * BOARDS[mode].squares
    for cell, there in zip(CELLS[entered.mode], entered.city, strict=True):
        square = SQUARE[mode].get(cell)
        if square is not None and there is not None and there.kind in KINDS[mode]:
            city[square] = built(there.kind, min(figure(there), figures(there.kind, mode)[-1]))
    return read(write(entered._replace(mode=mode, city=tuple(city), given=None)))[0]


def _typed(entered: Entered, field: str, key: str) -> Entered:
    if key not in KEYS or entered.given is not None:
        return entered
    if field == "energy":
        return entered._replace(energy=_with_digit(entered.energy, key))
    return entered._replace(inhabitants=_with_digit(entered.inhabitants, key))


def _with_digit(number: int, key: str) -> int:
    longer = 0 if key == CLEAR else 10 * number + int(key)
    return longer if longer <= MOST_HELD else int(key)


def _with_numbers(entered: Entered, inhabitants: int, energy: int) -> Entered:
    """While exploring nothing changes here: otherwise the best allocation to compare with would change."""
    if entered.given is not None:
        return entered
    return entered._replace(
        inhabitants=min(max(entered.inhabitants + inhabitants, 0), MOST_HELD),
        energy=min(max(entered.energy + energy, 0), MOST_HELD),
    )
