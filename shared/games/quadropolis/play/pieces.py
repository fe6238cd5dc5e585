"""The pieces of Quadropolis, in the rulebook's words."""

from enum import StrEnum
from typing import Literal, NamedTuple

Mode = Literal["classic", "expert"]


class Kind(StrEnum):
    TOWER = "tower"
    SHOP = "shop"
    SERVICE = "service"
    PARK = "park"
    SQUARE = "square"
    FACTORY = "factory"
    HARBOUR = "harbour"
    OFFICE = "office"
    MONUMENT = "monument"


class Building(NamedTuple):
    """What stands on one square of a city: `floors` of a stack are at least 1, `points` are printed on the tile."""

    kind: Kind
    floors: int = 1
    points: int = 0


City = tuple[Building | None, ...]
"""The squares of a city, row by row from the top left; None: empty. Classic: 4 rows of 4, expert: 4 rows of 5."""
