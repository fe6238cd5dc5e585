"""How `prospects.py` finds weights: what cities gain until the end, explained by what they could hope for.

A city's past explains its end as well, so that is corrected by what moves brought that nobody chose.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.state import Holding
from shared.games.quadropolis.score.promise import NAMES, hopes

RIDGE = 30.0
RIDGE_OF_MOVES = 3000.0
FREE = ("tiles_by_turn", "tiles", "gain")  # hardly anybody discards: only any moves say what a building is worth at all
TINY = 1e-3
TURNS = np.arange(1, 21)
FOLDS = 5
SEATS = 2


class Seen(NamedTuple):
    """A city after a move of its player's, with `left` turns to come, and what it ended with."""

    match: int
    left: int
    squares: Sequence[Sequence[int]]
    people: int
    energy: int
    points: int
    end: int


class Cities(NamedTuple):
    """Row by row: what cities could hope for, which turns were left, and what they gained until the end."""

    matches: np.ndarray
    hopes: np.ndarray
    left: np.ndarray
    gains: np.ndarray

    def of(self, chosen: np.ndarray) -> "Cities":
        return Cities(*(part[chosen] for part in self))


class Moves(NamedTuple):
    """Row by row: a city before a move that was any move, how that changed what it can hope for, and its points."""

    before: Cities
    changes: np.ndarray
    at_once: np.ndarray

    def of(self, chosen: np.ndarray) -> "Moves":
        return Moves(self.before.of(chosen), self.changes[chosen], self.at_once[chosen])


def fit(cities: Cities, moves: Moves) -> np.ndarray:
    weights, level = solved(cities)
    more = brought(moves, weights, level) - moves.at_once - moves.changes @ weights
    scale = np.sqrt((moves.changes**2).mean(0)) + TINY
    scaled = moves.changes / scale
    ridge = np.diag([TINY if name in FREE else RIDGE_OF_MOVES for name in NAMES])
    return np.asarray(weights + np.linalg.solve(scaled.T @ scaled + ridge, scaled.T @ more) / scale)


def solved(cities: Cities) -> tuple[np.ndarray, np.ndarray]:
    """Ridge regression; the level of each turn is free."""
    scale = np.sqrt((cities.hopes**2).mean(0)) + TINY
    both, count = np.hstack([cities.hopes / scale, _turns(cities.left)]), cities.hopes.shape[1]
    ridge = np.diag([RIDGE] * count + [TINY] * len(TURNS))
    weights = np.linalg.solve(both.T @ both + ridge, both.T @ cities.gains)
    return weights[:count] / scale, weights[count:]


def brought(moves: Moves, weights: np.ndarray, level: np.ndarray) -> np.ndarray:
    """By how much more the city ended with than it could hope for, had it stayed as it was."""
    before = moves.before
    return np.asarray(before.gains - before.hopes @ weights - _turns(before.left) @ level)


def _turns(left: np.ndarray) -> np.ndarray:
    return np.asarray(np.equal(left[:, None], TURNS), float)


def checked(cities: Cities, moves: Moves) -> Mapping[str, float]:
    """Of moves of matches that no weight was found with: each fold has those of the others. Luck is in all of it."""
    promised, found = np.zeros(len(moves.at_once)), np.zeros(len(moves.at_once))
    for fold in range(FOLDS):
        kept, held = cities.of(cities.matches % FOLDS != fold), moves.before.matches % FOLDS == fold
        promised[held] = (moves.at_once + moves.changes @ fit(kept, moves.of(~held)))[held]
        found[held] = brought(moves, *solved(kept))[held]
    builds = moves.changes[:, NAMES.index("tiles_by_turn")] > 0
    promised, found, at_once = promised[builds], found[builds], moves.at_once[builds]
    return {
        "moves": len(found),
        "correlation, promise": float(np.corrcoef(promised, found)[0, 1]),
        "correlation, change at once": float(np.corrcoef(at_once, found)[0, 1]),
        "off by, promise": float(np.sqrt(((promised - found) ** 2).mean())),
        "off by, change at once": float(np.sqrt(((at_once - found) ** 2).mean())),
        "off by, always the average": float(found.std()),
        "slope": float(np.polyfit(promised, found, 1)[0]),
    }


def cities_of(mode: str, seen: Sequence[Seen]) -> Cities:
    some = [each for each in seen if each.left]
    hoped_for = np.array([hoped(mode, each, each.left) for each in some], float)
    matches, left = (np.array([getattr(each, name) for each in some]) for name in ("match", "left"))
    return Cities(matches, hoped_for, left, np.array([each.end - each.points for each in some], float))


def moves_of(mode: str, seen: Sequence[Seen]) -> Moves:
    found = [pair for _, each in groupby(seen, key=lambda one: one.match) for pair in _any_moves(mode, list(each))]
    before = np.array([hoped(mode, then, now.left) for then, now in found], float)
    after = np.array([hoped(mode, now, now.left) for _, now in found], float)
    at_once = np.array([now.points - then.points for then, now in found], float)
    matches, left = (np.array([getattr(now, name) for _, now in found]) for name in ("match", "left"))
    gains = np.array([then.end - then.points for then, _ in found], float)
    return Moves(Cities(matches, before, left, gains), after - before, at_once)


def _any_moves(mode: str, cities: Sequence[Seen]) -> Iterator[tuple[Seen, Seen]]:
    """The first move of each seat after its first city was seen is any move, but at the beginning of a match."""
    first = BOARDS[mode].rounds * BOARDS[mode].turns - 1
    for before in cities[:SEATS]:
        for after in cities[SEATS : 2 * SEATS]:
            if before.left < first and 0 < after.left == before.left - 1 and _follows(before, after):
                yield before, after


def _follows(before: Seen, after: Seen) -> bool:
    """Whether it is the same city, with one more building at most."""
    pairs = list(zip(before.squares, after.squares, strict=True))
    return all(list(now[: len(was)]) == list(was) for was, now in pairs) and (
        sum([len(now) - len(was) for was, now in pairs]) <= 1
    )


def hoped(mode: str, seen: Seen, left: int) -> list[int]:
    holding = Holding(0, (), tuple(map(tuple, seen.squares)), seen.people, seen.energy)
    return hopes(mode, holding, seen.points, left)
