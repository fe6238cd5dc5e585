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


class Seen(NamedTuple):
    """A city as it is counted. `roads` are None where no goal asks for them."""

    planes: Planes
    on: Joined
    roads: Sequence[int] | None

    @property
    def number_of_roads(self) -> int:
        return number_of_roads(self.planes, self.on) if self.roads is None else len(self.roads)


def tally(blocks: Blocks, goals: Sequence[int], difficulty: Difficulty) -> Tally:
    planes = planes_of(blocks, base_of(blocks))
    on = joined(planes)
    return _tallied(Seen(planes, on, roads(planes, on) if asks_for_roads(goals) else None), goals, difficulty)


def tallies(blocks: Blocks, goals: Sequence[int], difficulty: Difficulty, moves: Sequence[PlayCard]) -> Iterator[Tally]:
    """With each of these cards on the city."""
    for seen in seen_after(blocks, goals, moves):
        yield _tallied(seen, goals, difficulty)


def seen_after(blocks: Blocks, goals: Sequence[int], moves: Sequence[PlayCard]) -> Iterator[Seen]:
    """With each of these cards on the city."""
    base = base_of(blocks)
    planes = planes_of(blocks, base)
    before = roads(planes, joined(planes)) if asks_for_roads(goals) else None
    for move in moves:
        at = spot_of(move.place) - base
        then = with_face(planes, move.card, move.turned, at)
        on = joined(then)
        yield Seen(then, on, None if before is None else roads_after(before, then, on, at))


def asks_for_roads(goals: Sequence[int]) -> bool:
    return not TALLIED_BY_ROADS.keys().isdisjoint(goals)


def points_of(goal: int, seen: Seen) -> int:
    if goal in TALLIED:
        return TALLIED[goal](seen.planes)
    return TALLIED_BY_ROADS[goal](seen.planes, seen.on, seen.roads or ())


def _tallied(seen: Seen, goals: Sequence[int], difficulty: Difficulty) -> Tally:
    sizes = [largest(zone) for zone in seen.planes[:4]]
    cost = 0 if difficulty == "easier" else seen.number_of_roads
    zones = max(sizes) if difficulty == "harder" else sum(sizes)
    return Tally(zones, -cost, sum([points_of(goal, seen) for goal in goals]))
