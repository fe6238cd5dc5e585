"""What a player of Quadropolis may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from shared.annotations import Range
from shared.games.grid import Cell
from shared.games.quadropolis.play.board import Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeTile:
    """Put an architect on a slot. `target` is where the tile goes; None: it is discarded, or there is none."""

    architect: Annotated[int, Range(1, 5)]
    slot: Slot
    target: Cell | None


MOVES: Mapping[str, type] = {"take_tile": TakeTile}
