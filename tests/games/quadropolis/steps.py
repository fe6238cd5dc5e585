"""Steps on the calculator's sheet, from a city that is counted in the head."""

from collections.abc import Mapping
from typing import Any

from shared.games.quadropolis.page.sheet import sheet

SHOP = {"city": "T3S-.V2", "inhabitants": "6", "energy": "3"}  # 6 + 7 + 2 + 2 points, an inhabitant and an energy left


def after(told: Mapping[str, str], *presses: str, on: str = "1,1") -> dict[str, Any]:
    """The sheet after some presses, each from the address that the one before led to."""
    found = sheet(told)
    for press in presses:
        found = sheet({**found["chosen"], "press": press, "on": on})
    return found
