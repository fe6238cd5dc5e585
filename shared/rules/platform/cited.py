"""How an event of one stream names one of another."""

from typing import NamedTuple


class Cited(NamedTuple):
    """An event of another stream, named so that it can't be exchanged."""

    version: int
    digest: str
