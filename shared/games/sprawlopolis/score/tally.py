"""What a city is worth, without the reasons: the numbers of `settle` in a fraction of its time, for bots that search.

The goals stand in `tallied.py`; tests hold both to the score pad, and to a second count.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shared.games.sprawlopolis.play.ground import spot_of
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.pieces import Blocks, Difficulty
from shared.games.sprawlopolis.score.planes import (
    Planes,
    base_of,
    joined,
    largest,
    number_of_roads,
    planes_of,
    with_face,
)
from shared.games.sprawlopolis.score.tallied import TALLIED


class Tally(NamedTuple):
    """In points: of the zones' largest groups, of roads (0 or less), and of the goals."""

    zones: int
    roads: int
    goals: int

    @property
    def total(self) -> int:
        return self.zones + self.roads + self.goals


def tally(blocks: Blocks, goals: Sequence[int], difficulty: Difficulty) -> Tally:
    return _tallied(planes_of(blocks, base_of(blocks)), goals, difficulty)


def tallies(blocks: Blocks, goals: Sequence[int], difficulty: Difficulty, moves: Sequence[PlayCard]) -> Iterator[Tally]:
    """With each of these cards on the city."""
    base = base_of(blocks)
    planes = planes_of(blocks, base)
    for move in moves:
        yield _tallied(with_face(planes, move.card, move.turned, spot_of(move.place) - base), goals, difficulty)


def _tallied(planes: Planes, goals: Sequence[int], difficulty: Difficulty) -> Tally:
    sizes = [largest(zone) for zone in planes[:4]]
    cost = 0 if difficulty == "easier" else number_of_roads(planes, joined(planes))
    zones = max(sizes) if difficulty == "harder" else sum(sizes)
    return Tally(zones, -cost, sum([TALLIED[goal](planes) for goal in goals]))
