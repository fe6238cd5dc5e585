"""A score sheet's context: all that it was told stands in the page's address, so each step is an address too."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from shared.rules.game import Calculator, Game
from shared.rules.games import GAMES

Json = dict[str, Any]
PRESSES = ("press", "on")  # one step on the sheet, and where: not of what it was told
LONGEST = 100  # characters of a name or a value in the address
MOST = 16
NONE: Mapping[str, str] = {}


def said(arguments: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names and values as the sheet's page writes them; what is too long was not written by it."""
    short = {name: value for name, value in arguments if len(name) <= LONGEST and len(value) <= LONGEST}
    return dict(list(short.items())[:MOST])


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
) -> Json:
    """`part` is the element that is swapped, `anchor` the id to come back to where the whole page is loaded.

    What is `fixed` can't be told otherwise, and isn't said in the address.
    """
    found = calculator.sheet({**told, **fixed})
    chosen = {name: value for name, value in found["chosen"].items() if name not in fixed}
    return {**found, "chosen": chosen, "address": address(path, chosen), "path": path, "part": part, "anchor": anchor}


def address(path: str, chosen: Mapping[str, str]) -> str:
    """`path` may have a query of its own."""
    query = urlencode(chosen, safe=",")
    return f"{path}{'&' if '?' in path else '?'}{query}" if query else path
