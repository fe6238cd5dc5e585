"""How `cities.py` finds weights: what cities of a draw gain until the end, explained by what is seen of them.

What one gains is learned from what it gains with the next card and from what the city after that gains, which is less
subject to luck than its end alone.

Source: least squares for temporal differences, LSTD(lambda) (Boyan, Technical Update: Least-Squares Temporal Difference
Learning, 2002).
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from shared.games.sprawlopolis.score.goals import GOALS
from shared.games.sprawlopolis.score.prospects import ANY, GROUND, names_of

LAMBDA = 0.8
RIDGE = 3000.0
OF_ANY, OF_POINTS, OF_GROUND = 0.1, 0.3, 1.0  # shares of it: what is said of one goal alone has to be shown by more
TINY = 1e-6

COLUMNS = [(ANY, name) for name in GROUND] + [(str(goal), name) for goal in GOALS for name in names_of(goal)]
COLUMN = {column: at for at, column in enumerate(COLUMNS)}


class City(NamedTuple):
    """After a move, with `left` cards to come: its points now and what is seen of it."""

    left: int
    points: int
    seen: Sequence[int]


class Match(NamedTuple):
    draw: int
    number: int
    goals: Sequence[int]
    cities: Sequence[City]
    end: int


class Compared(NamedTuple):
    """Row by row: a city, less the average of those of its draw after as many moves. `gains` are until the end, and
    `follows` says whether the next row is the same city one move later."""

    draws: np.ndarray
    seen: np.ndarray
    gains: np.ndarray
    follows: np.ndarray


def compared(matches: Sequence[Match]) -> Compared:
    rows = [(match, city) for match in matches for city in match.cities]
    draws = np.array([match.draw for match, _ in rows])
    left = np.array([city.left for _, city in rows])
    seen = np.array([_row(match.goals, city) for match, city in rows], float)
    gains = np.array([match.end - city.points for match, city in rows], float)
    follows = np.array([one[0] is other[0] for one, other in pairwise(rows)] + [False])
    seen = np.hstack([seen, seen * left[:, None]])
    _, stage = np.unique(np.stack([draws, left]), axis=1, return_inverse=True)
    return Compared(draws, _apart(seen, stage.ravel()), _apart(gains[:, None], stage.ravel())[:, 0], follows)


def _row(goals: Sequence[int], city: City) -> np.ndarray:
    row, rest = np.zeros(len(COLUMNS)), iter(city.seen[len(GROUND) :])
    for name, value in zip(GROUND, city.seen, strict=False):
        for whose in (ANY, *map(str, goals)):
            row[COLUMN[whose, name]] = value
    for goal in goals:
        for name in names_of(goal)[len(GROUND) :]:
            row[COLUMN[str(goal), name]] = next(rest)
    return row


def _apart(values: np.ndarray, stage: np.ndarray) -> np.ndarray:
    sums = np.zeros((stage.max() + 1, values.shape[1]))
    np.add.at(sums, stage, values)
    return np.asarray(values - (sums / np.bincount(stage)[:, None])[stage])


def fit(cities: Compared) -> np.ndarray:
    """In points, for each column as it is and then for each card that is left."""
    scale = np.sqrt((cities.seen**2).mean(0)) + TINY
    seen, never = cities.seen / scale, scale < 2 * TINY
    then, gained, traces = np.zeros_like(seen), cities.gains.copy(), seen.copy()
    before = np.flatnonzero(cities.follows)
    then[before] = seen[before + 1]
    gained[before] -= cities.gains[before + 1]
    for at in before:
        traces[at + 1] += LAMBDA * traces[at]
    weights = np.linalg.solve(traces.T @ (seen - then) + RIDGE * np.diag(_shares()), traces.T @ gained)
    return np.where(never, 0.0, weights / scale)


def _shares() -> np.ndarray:
    each = [OF_ANY if whose == ANY else OF_GROUND if name in GROUND else OF_POINTS for whose, name in COLUMNS]
    return np.array(each * 2)


def judged(cities: Compared, weights: np.ndarray) -> Mapping[str, float]:
    """How well these weights foresee what cities gain."""
    foreseen, left_over = cities.seen @ weights, cities.gains - cities.seen @ weights
    return {
        "cities": len(cities.gains),
        "correlation": float(np.corrcoef(foreseen, cities.gains)[0, 1]),
        "slope": float((foreseen @ cities.gains) / (foreseen @ foreseen)),
        "off by": float(np.sqrt((left_over**2).mean())),
        "off by, always the average": float(cities.gains.std()),
    }


def of(cities: Compared, chosen: np.ndarray) -> Compared:
    """Those of some draws: a draw is chosen as a whole, so that rows which follow each other stay together."""
    return Compared(*(part[chosen] for part in cities))
