"""A score sheet's context: the page's address holds all that was entered, so each step is an address too."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypedDict, cast
from urllib.parse import urlencode

from shared.annotations import Json
from shared.games.game import Calculator, Game
from shared.games.query import ADDRESS
from shared.games.registry import GAMES
from shared.marked import marked

PRESSES = ("press", "on")  # one step on the sheet, and where: not part of what is entered
LONGEST = 100  # characters of a name or a value in the address
MOST = 16
NONE: Mapping[str, str] = {}
TOO_LONG = marked("“{said}” is longer than {most} characters: it was left out")
TWICE = marked("“{said}” comes more than once: the first one counts")
TOO_MANY = marked("an address holds at most {most} entries: “{said}” and what follows it were left out")
FIXED = marked("“{said}” can't be entered here: the match decides it")


class Wrong(TypedDict):
    """What is wrong with an entry, as a sentence with its values."""

    field: str
    template: str
    values: Mapping[str, object]


class Entered(NamedTuple):
    """What the address says, by name, and what of it was left out."""

    values: Mapping[str, str]
    unread: Sequence[Wrong] = ()


class CalculatorLink(TypedDict):
    title: str
    address: str


class SheetContext(TypedDict):
    """What every sheet has, next to what the game's own `sheet` gives to its board."""

    wrong: list[Wrong]
    chosen: dict[str, str]
    address: str
    path: str
    part: str
    anchor: str | None


def entered(arguments: Iterable[tuple[str, str]]) -> Entered:
    """Names and values as the sheet's page writes them; what is too long was not written by it."""
    values: dict[str, str] = {}
    unread: list[Wrong] = []
    for name, value in arguments:
        if len(name) > LONGEST or len(value) > LONGEST:
            unread.append(left_out(name, TOO_LONG, most=LONGEST))
        elif name in values:
            unread.append(left_out(name, TWICE))
        elif len(values) == MOST:
            unread.append(left_out(name, TOO_MANY, most=MOST))
            break
        else:
            values[name] = value
    return Entered(values, unread[:MOST])


def left_out(name: str, template: str, **values: int) -> Wrong:
    shown = name if len(name) <= LONGEST else f"{name[:LONGEST]} …"
    return {"field": ADDRESS, "template": template, "values": {"said": shown, **values}}


def calculators() -> list[CalculatorLink]:
    """The games that can be counted without a match, and where."""
    return [{"title": game.title, "address": found} for game in GAMES.values() if (found := calculator_of(game))]


def calculator_of(game: Game) -> str | None:
    return f"/score/{game.slug}" if game.calculator else None


def sheet_context(
    calculator: Calculator,
    values: Mapping[str, str],
    path: str,
    part: str,
    fixed: Mapping[str, str] = NONE,
    anchor: str | None = None,
    unread: Sequence[Wrong] = (),
) -> SheetContext:
    """`part` is the element that is swapped, `anchor` the id to come back to when the whole page is loaded.

    What is `fixed` can't be changed and is not in the address. `unread` is what `entered` left out.
    """
    found = calculator.sheet({**values, **fixed})
    chosen = {name: value for name, value in found["chosen"].items() if name not in fixed}
    wrong = [*found["wrong"], *unread, *(left_out(name, FIXED) for name in values if name in fixed)]
    context: Json = {
        **found,
        "wrong": wrong,
        "chosen": chosen,
        "address": address(path, chosen),
        "path": path,
        "part": part,
        "anchor": anchor,
    }
    return cast("SheetContext", context)


def address(path: str, chosen: Mapping[str, str]) -> str:
    """`path` may have a query of its own."""
    query = urlencode(chosen, safe=",")
    return f"{path}{'&' if '?' in path else '?'}{query}" if query else path
