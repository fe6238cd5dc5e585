"""Final ranks: they count from 1, equal seats share one, and None is for a seat without a rank.

Results and stored events call them `places`.
"""

from collections.abc import Sequence

Ranks = tuple[int | None, ...]


def by_points(points: Sequence[int], target: int | None = None) -> Ranks:
    """Without a tie-break: equal points share a rank. With a target all have won together, or nobody has a rank."""
    if target is not None:
        return tuple(1 if each >= target else None for each in points)
    return tuple(1 + sum(other > each for other in points) for each in points)


def are_ranks(ranks: Ranks) -> bool:
    """Whether every seat with a rank has the right one: 1 more than the number of seats ahead of it."""
    ranked = [rank for rank in ranks if rank is not None]
    return all(rank == 1 + sum(other < rank for other in ranked) for rank in ranked)
