"""The pieces of Sprawlopolis, in the rulebook's words."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, NamedTuple

from shared.games.sprawlopolis.play.ground import Spot

Difficulty = Literal["normal", "easier", "harder"]


class Zone(StrEnum):
    RESIDENTIAL = "residential"
    COMMERCIAL = "commercial"
    INDUSTRIAL = "industrial"
    PARK = "park"


class Block(NamedTuple):
    """A quarter of a card. `road`: the steps (`ground.py`) across the two sides that its road joins, () in a park.

    They are in the order N, E, S, W, so that blocks which look the same are equal.
    """

    zone: Zone
    road: tuple[int, ...] = ()


Blocks = Mapping[Spot, Block]
"""The visible blocks of a city."""


class Card(NamedTuple):
    """`blocks`, as it lies unturned: top left, top right, bottom left, bottom right."""

    number: int
    blocks: tuple[Block, ...]
