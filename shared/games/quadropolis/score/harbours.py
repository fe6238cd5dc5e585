"""The best worth of so many harbours, with the lines that they form."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from shared.games.quadropolis.score.tables import HARBOURS, Plan
from shared.games.quadropolis.score.worth import POINT

Lines = tuple[tuple[int, ...], ...]
Claim = tuple[frozenset[int], int]
"""Harbours that must be active, and what their unbroken row and column are then worth."""


def harbours_by_number(plan: Plan, worths: Mapping[int, int]) -> tuple[int, ...]:
    """The best worth of 0, 1, 2 … active harbours, from what each adds by itself and the lines they form."""
    order = sorted(worths, key=lambda square: worths[square], reverse=True)
    best = list(accumulate((worths[square] for square in order), initial=0))  # whatever lines they form
    for needed, gain in claims(plan.rows, plan.columns, tuple(worths)):
        worth = gain + sum(worths[square] for square in needed)
        others = (worths[square] for square in order if square not in needed)
        for number, total in enumerate(accumulate(others, initial=worth), len(needed)):
            best[number] = max(best[number], total)
    return tuple(best)


@lru_cache(maxsize=1 << 10)
def claims(rows: Lines, columns: Lines, harbours: tuple[int, ...]) -> tuple[Claim, ...]:
    """All pairs of a row and a column to build on: the longest lines are one, and none gives more."""
    along, across = ([run for run in runs(lines) if run[0].issubset(harbours)] for lines in (rows, columns))
    pairs = ((row | column, gain + more) for row, gain in along for column, more in across)
    return tuple(claim for claim in pairs if claim[0])


def runs(lines: Sequence[Sequence[int]]) -> Iterator[Claim]:
    """No line at all, then every unbroken part of a line that gives points."""
    yield frozenset(), 0
    for line in lines:
        for start in range(len(line)):
            for end in range(start + 2, len(line) + 1):
                yield frozenset(line[start:end]), HARBOURS[end - start] * POINT
