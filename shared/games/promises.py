"""What moves promise: how many points more each is expected to bring by the end, and how sure that is."""

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import NamedTuple

THOUSAND = 1000


class Promises(NamedTuple):
    """By move, in thousandths of a point, from a level that is the same for all of them.

    `doubt`: with 95 % probability the difference between two of them is off by no more than this; None if nobody knows.
    """

    each: Sequence[int]
    doubt: int | None


class Weights(NamedTuple):
    """Of a weighed sum: `each` by feature, in thousandths of a point.

    `doubts`: the square of the doubt, in points, as far as it is always there, and for each turn that is left.
    """

    each: Sequence[int]
    doubts: tuple[float, float]


def weights(listed: Mapping[str, float], names: Sequence[str]) -> Weights:
    return Weights([int(listed[name]) for name in names], (listed["doubt"], listed["doubt_left"]))


def foreseen(by: Weights, found: Sequence[int]) -> int:
    """In thousandths of a point."""
    return sum([weight * value for weight, value in zip(by.each, found, strict=True)])


def doubt(by: Weights, left: int) -> int:
    """In thousandths of a point. With the last turn nothing is left to be foreseen."""
    always, a_turn = by.doubts
    return isqrt(round(THOUSAND**2 * (always + a_turn * left))) if left else 0


def rounded(thousandths: int) -> int:
    """In points."""
    return (2 * thousandths + THOUSAND) // (2 * THOUSAND)
