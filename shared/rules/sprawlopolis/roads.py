"""The roads of a city: unbroken runs of pieces, each a path or a loop."""

from collections.abc import Iterator
from typing import NamedTuple

from shared.rules.sprawlopolis.city import Blocks
from shared.rules.sprawlopolis.ground import Spot


class Road(NamedTuple):
    """`spots` from one end to the other, or all round. `ends` are the two spots that it runs against, () for a loop."""

    spots: tuple[Spot, ...]
    ends: tuple[Spot, ...]

    @property
    def is_loop(self) -> bool:
        return not self.ends


class _Run(NamedTuple):
    """From a block on, without it; `end` is what the road runs against, None where it came back."""

    spots: list[Spot]
    end: Spot | None


def roads(blocks: Blocks) -> Iterator[Road]:
    """A road goes on into the neighbouring block if that one has a piece at the shared side."""
    seen = set[Spot]()
    for spot, block in blocks.items():
        if block.road and spot not in seen:
            road = _road(blocks, spot)
            seen.update(road.spots)
            yield road


def _road(blocks: Blocks, start: Spot) -> Road:
    back, forth = blocks[start].road
    ahead = _run(blocks, start, forth)
    if ahead.end is None:
        return Road((start, *ahead.spots), ())
    behind = _run(blocks, start, back)
    assert behind.end is not None  # else it would have been a loop the other way round too
    return Road((*reversed(behind.spots), start, *ahead.spots), (behind.end, ahead.end))


def _run(blocks: Blocks, start: Spot, step: int) -> _Run:
    spots, at = list[Spot](), start + step
    while (block := blocks.get(at)) is not None and -step in block.road:
        if at == start:
            return _Run(spots, None)
        spots.append(at)
        first, second = block.road
        step = second if first == -step else first
        at += step
    return _Run(spots, at)
