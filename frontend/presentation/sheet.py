"""A score sheet's context: all that it was told stands in the page's address, so each step is an address too."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from shared.annotations import Json
from shared.games.game import Calculator, Game
from shared.games.query import ADDRESS
from shared.games.registry import GAMES

PRESSES = ("press", "on")  # one step on the sheet, and where: not of what it was told
LONGEST = 100  # characters of a name or a value in the address
MOST = 16
NONE: Mapping[str, str] = {}
TOO_LONG = "“{said}” is longer than {most} characters: it was left out"
TWICE = "“{said}” is told more than once: the first one counts"
TOO_MANY = "an address tells at most {most} things: “{said}” and what follows it were left out"
FIXED = "“{said}” can't be told here: the match says it"


class Told(NamedTuple):
    """What the address says, by name, and what of it was left out, as a sheet names what is wrong."""

    said: Mapping[str, str]
    unread: Sequence[Json] = ()


def said(arguments: Iterable[tuple[str, str]]) -> Told:
    """Names and values as the sheet's page writes them; what is too long was not written by it."""
    told: dict[str, str] = {}
    unread: list[Json] = []
    for name, value in arguments:
        if len(name) > LONGEST or len(value) > LONGEST:
            unread.append(left_out(name, TOO_LONG, most=LONGEST))
        elif name in told:
            unread.append(left_out(name, TWICE))
        elif len(told) == MOST:
            unread.append(left_out(name, TOO_MANY, most=MOST))
            break
        else:
            told[name] = value
    return Told(told, unread[:MOST])


def left_out(name: str, template: str, **values: int) -> Json:
    shown = name if len(name) <= LONGEST else f"{name[:LONGEST]} …"
    return {"field": ADDRESS, "template": template, "values": {"said": shown, **values}}


def calculators() -> list[Json]:
    """The games that can be counted without a match, and where."""
    return [{"title": game.title, "address": found} for game in GAMES.values() if (found := calculator_of(game))]


def calculator_of(game: Game) -> str | None:
    return f"/score/{game.slug}" if game.calculator else None


def sheet_context(
    calculator: Calculator,
    told: Mapping[str, str],
    path: str,
    part: str,
    fixed: Mapping[str, str] = NONE,
    anchor: str | None = None,
    unread: Sequence[Json] = (),
) -> Json:
    """`part` is the element that is swapped, `anchor` the id to come back to where the whole page is loaded.

    What is `fixed` can't be told otherwise, and isn't said in the address. `unread` is what `said` left out.
    """
    found = calculator.sheet({**told, **fixed})
    chosen = {name: value for name, value in found["chosen"].items() if name not in fixed}
    wrong = [*found["wrong"], *unread, *(left_out(name, FIXED) for name in told if name in fixed)]
    where = {"address": address(path, chosen), "path": path, "part": part, "anchor": anchor}
    return {**found, "wrong": wrong, "chosen": chosen, **where}


def address(path: str, chosen: Mapping[str, str]) -> str:
    """`path` may have a query of its own."""
    query = urlencode(chosen, safe=",")
    return f"{path}{'&' if '?' in path else '?'}{query}" if query else path
