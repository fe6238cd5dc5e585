"""What a place promises: how many points more the city has at the end than if the card lay at an average place.

A weighed sum of what the card changes there, in whole numbers, so that every machine finds the same. The weights come
from matches played to the end from the same position, with the card here and there; `tests/bench/promises.py` finds
them, and decision 0044 says how well they foresee the end.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from operator import sub

from shared.games.promises import THOUSAND, Promises, Weights, doubt, foreseen, rounded, weights
from shared.games.sprawlopolis.play.cards import FACES
from shared.games.sprawlopolis.play.ground import BESIDE, Spot, spot_of, spots_under
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.pieces import Blocks, Zone
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.result import tallied_now
from shared.games.sprawlopolis.score.score import ROADS, Settled
from shared.games.sprawlopolis.score.tally import tallies

Features = tuple[int, ...]

ZONES = frozenset(zone.value for zone in Zone)
CHANGES = ("zones", "roads", "goals", "covers", "covered_roads", "sides", "alike", "joined", "cut")
NAMES = tuple(f"{name}{cards}" for name in CHANGES for cards in ("", "_left"))
"""Each change as it is, and times the cards that are left to be laid."""


def promises(state: State, seat: int, moves: Sequence[PlayCard]) -> Promises:
    """Of these legal moves."""
    now, left, blocks = tallied_now(state), state.moves_left - 1, state.city.blocks
    each = []
    for move, then in zip(moves, tallies(blocks, state.goals, state.difficulty, moves), strict=True):
        found = _weighed((*map(sub, then, now), *_ground(blocks, move.card, spot_of(move.place), move.turned)), left)
        each.append(promise(found, left, then.total - now.total))
    return Promises(each, doubt(WEIGHTS, left))


def promise_of_place(state: State, card: int, spot: Spot, is_turned: bool, now: Settled, then: Settled) -> int:
    """In thousandths of a point. `now` and `then`: the city without the card and with it."""
    left = state.moves_left - 1
    found = features(state.city.blocks, card, spot, is_turned, left, now.lines, then.lines)
    return promise(found, left, then.total - now.total)


def promise(found: Features, left: int, gain: int) -> int:
    """In thousandths of a point. `gain` is what the card changes at once: for the last card that is all."""
    return THOUSAND * gain + (foreseen(WEIGHTS, found) if left else 0)


def above_average(promised: Sequence[int]) -> list[int]:
    """What all places of one card promise, in points, rounded."""
    count, whole = len(promised), sum(promised)
    return [rounded((count * each - whole) // count) for each in promised]


def features(
    blocks: Blocks, card: int, spot: Spot, is_turned: bool, left: int, now: Mapping[str, int], then: Mapping[str, int]
) -> Features:
    """In the sequence of `NAMES`. `now` and `then`: the lines of the pad without the card and with it."""
    return _weighed((*_lines(now, then), *_ground(blocks, card, spot, is_turned)), left)


def _weighed(found: Sequence[int], left: int) -> Features:
    return tuple([value * cards for value in found for cards in (1, left)])


def _lines(now: Mapping[str, int], then: Mapping[str, int]) -> tuple[int, int, int]:
    zones, goals = 0, 0
    for line, points in then.items():
        if line in ZONES:
            zones += points - now[line]
        elif line != ROADS:
            goals += points - now[line]
    return zones, then[ROADS] - now[ROADS], goals


def _ground(blocks: Blocks, card: int, spot: Spot, is_turned: bool) -> tuple[int, ...]:
    """Blocks covered, and roads on them; shared sides, with the same zone, with roads that meet or end."""
    under = spots_under(spot)
    covered = [blocks[at] for at in under if at in blocks]
    sides = alike = joined = cut = 0
    for at, block in zip(under, FACES[card, is_turned], strict=True):
        for near in BESIDE[at]:
            if near in blocks and near not in under:
                other = blocks[near]
                sides += 1
                alike += other.zone is block.zone
                meets = (near - at in block.road) + (at - near in other.road)
                joined += meets == 2
                cut += meets == 1
    return len(covered), sum([bool(block.road) for block in covered]), sides, alike, joined, cut


def _read() -> Weights:
    listed = json.loads(files(__package__).joinpath("promise.json").read_text(encoding="ascii"))
    return weights(listed, NAMES)


WEIGHTS = _read()
