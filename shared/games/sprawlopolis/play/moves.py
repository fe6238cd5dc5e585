"""What a player of Sprawlopolis may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from shared.annotations import Range
from shared.games.grid import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCard:
    """Lay a card onto the city, turned by 180° or not; `place` is where its top left block comes to lie.

    The top left block of the city's first card is in row 0, column 0; there are rows above and columns left of it.
    """

    card: Annotated[int, Range(1, 18)]
    place: Cell
    turned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowCard:
    """Show the others which card will be laid this turn, so that all may talk about its place."""

    card: Annotated[int, Range(1, 18)]


Move = PlayCard | ShowCard

MOVES: Mapping[str, type] = {"play_card": PlayCard, "show_card": ShowCard}
