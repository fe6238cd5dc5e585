"""The roads of a city: unbroken runs of pieces, each a path or a loop."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from shared.games.sprawlopolis.play.ground import Spot
from shared.games.sprawlopolis.play.pieces import Blocks


class Road(NamedTuple):
    """`spots`: from one end to the other, or all the way round. `ends`: the two spots where it stops, () for a loop."""

    spots: tuple[Spot, ...]
    ends: tuple[Spot, ...]

    @property
    def is_loop(self) -> bool:
        return not self.ends


Pieces = Mapping[Spot, tuple[int, ...]]
"""By spot, without the parks: the steps that the road of the block joins."""


def roads(blocks: Blocks) -> Iterator[Road]:
    """A road goes on into the neighbouring block if that has a piece at the shared side."""
    pieces = {spot: block.road for spot, block in blocks.items() if block.road}
    seen = set[Spot]()
    for spot in pieces:
        if spot not in seen:
            road = _road(pieces, spot)
            seen.update(road.spots)
            yield road


def _road(pieces: Pieces, start: Spot) -> Road:
    back, forth = pieces[start]
    ahead, end = _run(pieces, start, forth)
    behind, beginning = _run(pieces, start, back)
    if end is None or beginning is None:  # a loop: it comes back in both directions
        return Road((start, *ahead), ())
    return Road((*reversed(behind), start, *ahead), (beginning, end))


def _run(pieces: Pieces, start: Spot, step: int) -> tuple[list[Spot], Spot | None]:
    """From a piece on, without it; and the spot at which the road stops, None if it came back."""
    spots, at = list[Spot](), start + step
    while -step in (road := pieces.get(at, ())):
        if at == start:
            return spots, None
        spots.append(at)
        first, second = road
        step = second if first == -step else first
        at += step
    return spots, at
