"""What a city is worth, without the reasons: the numbers of `settle` in a fraction of its time, for bots that search.

The goals stand in `tallied.py`; tests hold both to the score pad, and to a second count.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shared.games.sprawlopolis.play.ground import spot_of
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.pieces import Blocks, Difficulty
from shared.games.sprawlopolis.score.planes import (
    Joined,
    Planes,
    base_of,
    joined,
    largest,
    number_of_roads,
    planes_of,
    roads,
    roads_after,
    with_face,
)
from shared.games.sprawlopolis.score.tallied import TALLIED, TALLIED_BY_ROADS


class Tally(NamedTuple):
    """In points: of the zones' largest groups, of roads (0 or less), and of the goals."""

    zones: int
    roads: int
    goals: int

    @property
    def total(self) -> int:
        return self.zones + self.roads + self.goals


def tally(blocks: Blocks, goals: Sequence[int], difficulty: Difficulty) -> Tally:
    planes = planes_of(blocks, base_of(blocks))
    on = joined(planes)
    return _tallied(planes, on, roads(planes, on) if asks_for_roads(goals) else (), goals, difficulty)


def tallies(blocks: Blocks, goals: Sequence[int], difficulty: Difficulty, moves: Sequence[PlayCard]) -> Iterator[Tally]:
    """With each of these cards on the city."""
    base = base_of(blocks)
    planes = planes_of(blocks, base)
    before = roads(planes, joined(planes)) if asks_for_roads(goals) else None
    for move in moves:
        at = spot_of(move.place) - base
        then = with_face(planes, move.card, move.turned, at)
        on = joined(then)
        yield _tallied(then, on, () if before is None else roads_after(before, then, on, at), goals, difficulty)


def asks_for_roads(goals: Sequence[int]) -> bool:
    return not TALLIED_BY_ROADS.keys().isdisjoint(goals)


def _tallied(planes: Planes, on: Joined, roads: Sequence[int], goals: Sequence[int], difficulty: Difficulty) -> Tally:
    """`roads` are looked at only where a goal asks for them."""
    sizes = [largest(zone) for zone in planes[:4]]
    cost = 0 if difficulty == "easier" else number_of_roads(planes, on)
    zones = max(sizes) if difficulty == "harder" else sum(sizes)
    found = 0
    for goal in goals:
        found += TALLIED[goal](planes) if goal in TALLIED else TALLIED_BY_ROADS[goal](planes, on, roads)
    return Tally(zones, -cost, found)
