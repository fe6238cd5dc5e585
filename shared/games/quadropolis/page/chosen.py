"""What a player has chosen so far on the page, read from text and kept as far as the rules allow it.

On the page everything counts from 1: architect `2`, slot `W3`, tile `4,5` of the site, target `2,3` of the city or
`discard`. Anything invalid is ignored.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from shared.errors import IllegalMove
from shared.games.grid import Cell
from shared.games.quadropolis.play.board import BOARDS, CELLS, REACH, SITE_CELLS, SLOTS
from shared.games.quadropolis.play.legal import available
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.refusals import architect_refusal, slot_refusal, target_refusal
from shared.games.quadropolis.play.state import State

DISCARD = "discard"
SLOT_NAMES: Mapping[str, int] = {slot.name: number for number, slot in enumerate(SLOTS)}


class Pair(NamedTuple):
    """An architect on a slot."""

    architect: int
    slot: int

    @property
    def square(self) -> int:
        """The square of the site that it reaches."""
        return REACH[self.slot][self.architect - 1]


class Chosen(NamedTuple):
    """None: not chosen. `slot` is a slot's number, `tile` a square of the site; it is either `target` or `discard`."""

    architect: int | None = None
    slot: int | None = None
    tile: int | None = None
    target: Cell | None = None
    discard: bool = False

    @property
    def pair(self) -> Pair | None:
        if self.architect is None or self.slot is None:
            return None
        return Pair(self.architect, self.slot)


def chosen_for(move: TakeTile) -> dict[str, str]:
    """What `read` has to be told so that this move is chosen."""
    target = DISCARD if move.target is None else move.target.name
    return {"architect": str(move.architect), "slot": move.slot.name, "target": target}


def read(view: State, chosen: Mapping[str, str]) -> Chosen:
    """The parts that make sense, whether they are allowed or not."""
    architects = {str(number): number for number in BOARDS[view.mode].architects}
    tiles = {cell.name: square for square, cell in enumerate(SITE_CELLS) if view.site[square] >= 0}
    return Chosen(
        architect=architects.get(chosen.get("architect", "")),
        slot=SLOT_NAMES.get(chosen.get("slot", "")),
        tile=tiles.get(chosen.get("tile", "")),
        target={cell.name: cell for cell in CELLS[view.mode]}.get(chosen.get("target", "")),
        discard=chosen.get("target") == DISCARD,
    )


def keep(view: State, seat: int, wanted: Chosen) -> tuple[Chosen, IllegalMove | None]:
    """The parts that are allowed together, the architect first; and why the first of the others is not allowed."""
    refusals: list[IllegalMove] = []

    def allows(refusal: IllegalMove | None) -> bool:
        refusals.extend([refusal] if refusal else [])
        return refusal is None

    kept = Chosen()
    if wanted.architect is not None and allows(architect_refusal(view, seat, wanted.architect)):
        kept = kept._replace(architect=wanted.architect)
    if wanted.slot is not None and allows(slot_refusal(view, SLOTS[wanted.slot])):
        kept = kept._replace(slot=wanted.slot)
    if wanted.tile is not None and allows(_tile_refusal(view, seat, kept, wanted.tile)):
        kept = kept._replace(tile=wanted.tile)
    if (pair := kept.pair) is None:
        return kept, next(iter(refusals), None)
    tile = view.site[pair.square]
    if wanted.target is not None and allows(target_refusal(view, seat, pair.architect, tile, wanted.target)):
        kept = kept._replace(target=wanted.target)
    if wanted.discard and tile >= 0:
        kept = kept._replace(discard=True)
    return kept, next(iter(refusals), None)


def pairs(view: State, seat: int, chosen: Chosen) -> Iterable[Pair]:
    """The architects and slots that can still be chosen together, whatever they reach."""
    numbers = available(view, seat) if chosen.architect is None else [chosen.architect]
    slots = range(len(SLOTS)) if chosen.slot is None else [chosen.slot]
    return [Pair(number, slot) for number in numbers for slot in slots if view.free_slots >> slot & 1]


def _tile_refusal(view: State, seat: int, chosen: Chosen, tile: int) -> IllegalMove | None:
    if any(pair.square == tile for pair in pairs(view, seat, chosen)):
        return None
    return IllegalMove("no architect that you can choose now reaches this tile")
