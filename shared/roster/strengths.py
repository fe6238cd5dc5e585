"""What bots of this release were measured to be worth. tests/bots/strengths.py writes the rows of both tables."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple


class Strength(NamedTuple):
    """`over`: the bot whose totals are compared where all play together; None: first places are counted.

    `tries`: how often the bot plays each of the draws; if more than once, its mean is compared with the best of them.
    `digest` and `opening` are over all matches and over the first ones.
    """

    game: str
    option: str | None
    seats: int
    bots: str
    seed: str
    bot: str
    over: str | None
    matches: int
    value: float
    low: float
    high: float
    seconds: float
    slowest: float
    digest: str
    opening: str
    tries: int = 1


class Rated(NamedTuple):
    """A pool of bots. `found`: by bot, its rating, or its mean total where it plays alone, and the 95 % interval."""

    game: str
    option: str | None
    seats: int
    bots: str
    matches: int
    seed: str
    found: Mapping[str, Sequence[float]]
    digest: str
    tries: int = 1


def read() -> list[Strength]:
    return [Strength(**row) for row in _rows("strengths.json")]


def rated() -> list[Rated]:
    return [Rated(**row) for row in _rows("rated.json")]


def _rows(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(files(__package__).joinpath(name).read_text(encoding="ascii"))
    return rows
