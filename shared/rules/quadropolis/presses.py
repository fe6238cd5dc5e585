"""What a click or a key does to the calculator: one press is one step, of the city, of a number, or of the hands."""

from collections.abc import Callable, Mapping

from shared.rules.quadropolis.asked import CLEAR, MODES, MOST, Asked, read, write
from shared.rules.quadropolis.board import BOARDS, CELLS, SQUARE
from shared.rules.quadropolis.codes import LETTERED, built, count, counts, kinds
from shared.rules.quadropolis.explore import Hands, change, touch
from shared.rules.quadropolis.pieces import Building, Mode

HANDLING: Mapping[str, Callable[[Hands, int], Hands]] = {
    "touch": touch,
    "i": lambda hands, square: change(hands, square, inhabitants=1),
    "I": lambda hands, square: change(hands, square, inhabitants=-1),
    "e": lambda hands, square: change(hands, square, energy=1),
    "E": lambda hands, square: change(hands, square, energy=-1),
}
"""On a building, while exploring: give what it lacks, give or take back one inhabitant or one energy."""

NUMBERS: Mapping[str, tuple[int, int]] = {
    "more-inhabitants": (1, 0),
    "fewer-inhabitants": (-1, 0),
    "more-energy": (0, 1),
    "less-energy": (0, -1),
}


def pressed(asked: Asked, key: str, square: int | None) -> Asked:
    """What means nothing here changes nothing."""
    for mode in MODES:
        if key == mode:
            return _in_mode(asked, mode)
    if key.startswith("tool-"):
        return read({**write(asked), "tool": key.removeprefix("tool-")})[0]
    if key in NUMBERS:
        return _with_numbers(asked, *NUMBERS[key])
    match key:
        case "empty":
            return asked._replace(city=(None,) * len(asked.city), inhabitants=0, energy=0, given=None)
        case "stop":
            return asked._replace(given=None)
        case "best":
            return asked._replace(given=asked.best())
        case _:
            return asked if square is None else _on_square(asked, key, square)


def lost(asked: Asked, mode: Mode) -> int:
    """How many buildings that mode would leave out, or cut to fewer floors."""
    there = _in_mode(asked, mode).city
    kept = dict(zip(CELLS[mode], there, strict=True))
    return sum(
        one is not None and kept.get(cell) != one for cell, one in zip(CELLS[asked.mode], asked.city, strict=True)
    )


def _on_square(asked: Asked, key: str, square: int) -> Asked:
    if (hands := asked.hands) is None:
        city = (*asked.city[:square], _built(asked, key, asked.city[square]), *asked.city[square + 1 :])
        return asked._replace(city=city)
    handle = HANDLING.get(key)
    return asked._replace(at=square, given=handle(hands, square).given if handle else hands.given)


def _built(asked: Asked, key: str, there: Building | None) -> Building | None:
    """A letter builds; on its own kind it counts one up, from the last to the first. Digits, more and less count."""
    kind = LETTERED.get(key)
    if key == CLEAR:
        return None
    if kind is not None and kind in kinds(asked.mode):
        numbers = counts(kind, asked.mode)
        at = numbers.index(count(there)) + 1 if there is not None and there.kind is kind else 0
        return built(kind, numbers[at % len(numbers)])
    if there is None:
        return None
    step = {"more": count(there) + 1, "less": count(there) - 1, **{str(digit): digit for digit in range(6)}}.get(key)
    return built(there.kind, step) if step is not None and step in counts(there.kind, asked.mode) else there


def _in_mode(asked: Asked, mode: Mode) -> Asked:
    """What stands where the other city has no square, or nothing of its kind, is left out."""
    city: list[Building | None] = [None] * BOARDS[mode].squares
    for cell, there in zip(CELLS[asked.mode], asked.city, strict=True):
        square = SQUARE[mode].get(cell)
        if square is not None and there is not None and there.kind in kinds(mode):
            city[square] = built(there.kind, min(count(there), counts(there.kind, mode)[-1]))
    return read(write(asked._replace(mode=mode, city=tuple(city), given=None)))[0]


def _with_numbers(asked: Asked, inhabitants: int, energy: int) -> Asked:
    """While exploring what one holds stays as it is: else the best to compare with would change."""
    if asked.given is not None:
        return asked
    return asked._replace(
        inhabitants=min(max(asked.inhabitants + inhabitants, 0), MOST), energy=min(max(asked.energy + energy, 0), MOST)
    )
