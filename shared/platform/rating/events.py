"""The events of ratings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shared.platform.cited import Cited


class Rating(NamedTuple):
    """Mean and deviation in millionths."""

    player: str
    mu: int
    sigma: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingAdjusted:
    """`match` is the id of the rated match, `score` cites its count; the next update starts from these numbers."""

    match: str
    score: Cited
    ratings: tuple[Rating, ...]


EVENTS: Mapping[str, type] = {
    "rating.adjusted": RatingAdjusted,
}
