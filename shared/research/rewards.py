"""What a match was worth to each seat, at its end. Before that every reward is 0."""

from collections.abc import Callable, Mapping, Sequence

from shared.games.game import Outcome, Result

Rewarded = Callable[[Outcome | Result], Sequence[float]]
"""By seat."""


def outcome(result: Outcome | Result) -> Sequence[float]:
    """From -1 to 1: how many of the others a seat is ahead of, less those ahead of it. Together: won 1, lost -1."""
    if result.target is not None:
        return [1.0 if rank == 1 else -1.0 for rank in result.places]
    ranks = [rank for rank in result.places if rank is not None]
    others = len(ranks) - 1
    return [sum([(rank > own) - (rank < own) for rank in ranks]) / others for own in ranks]


def points(result: Outcome | Result) -> Sequence[float]:
    """The points of each seat; where all play together, how far they are above the target."""
    return [float(each - (result.target or 0)) for each in result.points]


REWARDS: Mapping[str, Rewarded] = {"outcome": outcome, "points": points}
