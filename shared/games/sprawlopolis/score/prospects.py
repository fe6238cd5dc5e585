"""What a city is worth while cards are left: its points, and what is expected to become of it by the end.

Both are one weighed sum of what is seen of the city, in whole numbers, so that every machine finds the same. The
weights come from matches played to the end; `tests/bench/cities.py` finds them, and decision 0065 says how well they
foresee the end.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from operator import mul

from shared.games.promises import THOUSAND
from shared.games.sprawlopolis.play.ground import WIDTH
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.planes import largest
from shared.games.sprawlopolis.score.result import points_after
from shared.games.sprawlopolis.score.tallied import ends
from shared.games.sprawlopolis.score.tally import Seen, points_of, seen_after

Pair = tuple[int, int]
"""A weight in thousandths of a point: as it is, and for each card that is left."""

Weights = Mapping[str, Mapping[str, Pair]]

ANY = "any"  # the weights of every city; those of a goal, by its number, are added to them
GROUND = ("homes", "shops", "works", "parks", "roads", "blocks", "open_sides")
"""Of the zones the size of the largest group; sides of blocks with no block beyond."""
WORTH = (1, 1, 1, 1, -1, 0, 0)  # in points, as the pad counts them
POINTS, HALFWAY = "points", "halfway"  # of a goal


def worth_after(state: State, seat: int, moves: Sequence[PlayCard]) -> list[int]:
    """After each of these legal moves. Weights are known for normal matches; in others points alone count."""
    left = state.moves_left - 1
    if state.difficulty != "normal" or not left:
        return [THOUSAND * points for points in points_after(state, seat, moves)]
    by, goals = weighing(state.goals, left), state.goals
    return [sum(map(mul, by, looked_at(seen, goals))) for seen in seen_after(state.city.blocks, goals, moves)]


def looked_at(seen: Seen, goals: Sequence[int]) -> list[int]:
    """In the sequence of `GROUND`, and of each goal its points and, where there is such a thing, what is halfway."""
    homes, shops, works, parks = seen.planes[:4]
    built = homes | shops | works | parks
    blocks, beside = built.bit_count(), (built & built >> 1).bit_count() + (built & built >> WIDTH).bit_count()
    found = [largest(homes), largest(shops), largest(works), largest(parks)]
    found += (seen.number_of_roads, blocks, 4 * blocks - 2 * beside)
    for goal in goals:
        found.append(points_of(goal, seen))
        if goal in HALF:
            found.append(HALF[goal](seen))
    return found


@lru_cache(maxsize=1 << 10)
def weighing(goals: tuple[int, ...], left: int) -> list[int]:
    """What each of the numbers of `looked_at` is worth while so many cards are left, in thousandths of a point."""
    listed = [WEIGHTS[ANY], *(WEIGHTS[str(goal)] for goal in goals)]
    by = [
        THOUSAND * own + sum([_at(each[name], left) for each in listed])
        for name, own in zip(GROUND, WORTH, strict=True)
    ]
    for goal, own in zip(goals, listed[1:], strict=True):
        by.append(THOUSAND + _at(own[POINTS], left))
        if goal in HALF:
            by.append(_at(own[HALFWAY], left))
    return by


def _at(weight: Pair, left: int) -> int:
    always, a_card = weight
    return always + left * a_card


def threes(seen: Seen) -> int:
    """Of goal 4: squares with three blocks of one zone."""
    found = 0
    for zone in seen.planes[:4]:
        right, under, across = zone >> 1, zone >> WIDTH, zone >> WIDTH + 1
        found += (zone & right & (under ^ across) | (zone ^ right) & under & across).bit_count()
    return found


def at_one_park(seen: Seen) -> int:
    """Of goal 13: roads with one end at a park."""
    parks = seen.planes.parks
    north, east, south, west = ends(seen.planes, seen.on)
    sides = (north & parks << WIDTH, east & parks >> 1, south & parks >> WIDTH, west & parks << 1)
    return sum([sum([(road & side).bit_count() for side in sides]) == 1 for road in seen.roads or ()])


HALF: Mapping[int, Callable[[Seen], int]] = {4: threes, 13: at_one_park}
"""By goal: how often it is one step from its next points. Of other goals that foretells nothing."""


def names_of(goal: int) -> list[str]:
    """The weights that a goal has."""
    return [*GROUND, POINTS, *([HALFWAY] if goal in HALF else [])]


def _read() -> Weights:
    listed = json.loads(files(__package__).joinpath("prospects.json").read_text(encoding="ascii"))
    return {
        whose: {name: (always, a_card) for name, (always, a_card) in each.items()} for whose, each in listed.items()
    }


WEIGHTS = _read()
