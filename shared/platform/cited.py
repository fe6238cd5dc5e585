"""How an event of one stream names one of another."""

from collections.abc import Mapping
from typing import NamedTuple


class Cited(NamedTuple):
    """An event of another stream, named so that it can't be replaced."""

    version: int
    digest: str


class OfDeal(NamedTuple):
    """The `deal.committed` of the deal `deal` that a match is played by. `name` is the deal's, which is in the key."""

    deal: str
    name: str
    version: int
    digest: str


class Branch(NamedTuple):
    """The version of another match from which this one continues.

    `settled`: by label of a draw, how many of its first positions are as they were there; the rest is drawn afresh.
    """

    match: str
    version: int
    digest: str
    settled: Mapping[str, int]
