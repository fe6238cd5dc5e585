"""What pages say of how strong a bot is: what was measured of it, row by row."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TypedDict

from frontend.presentation.games import GameContext, game_context
from shared.language import number
from shared.roster.strengths import Rated, Strength, rated, read


class Rival(TypedDict):
    name: str
    count: int


class StrengthContext(TypedDict):
    """`firsts` is the share of first places in percent, or None where all play together: then it is worth so many
    `points` more than `over` with the same draws. `low` is what it is with 95 % certainty at least, in the same unit;
    `is_shown`: whether that is any difference at all.
    """

    game: GameContext
    options: dict[str, str]
    seats: int
    matches: int
    firsts: str | None
    points: str | None
    over: str | None
    low: str
    is_shown: bool
    rivals: list[Rival]


class RatingPool(TypedDict):
    game: GameContext
    options: dict[str, str]
    seats: int


class RatingContext(RatingPool):
    """In a pool of this server's bots: a rating, or, alone, the mean of what it ends with, and the 95 % interval."""

    value: str
    low: str
    high: str


def strengths_of(bot: str) -> list[StrengthContext]:
    return [_context(row) for row in _rows() if row.bot == bot and row.tries == 1]


def ratings_of(bot: str) -> list[RatingContext]:
    return [_rating(row, row.found[bot]) for row in _pools() if bot in row.found]


@cache
def _rows() -> tuple[Strength, ...]:
    return tuple(read())


@cache
def _pools() -> tuple[Rated, ...]:
    return tuple(rated())


def _context(row: Strength) -> StrengthContext:
    rivals = Counter(name for name in row.bots.split(",") if name != row.bot)
    is_alone = row.over is not None
    return {
        "game": game_context(row.game),
        "options": _options(row.option),
        "seats": row.seats,
        "matches": row.matches,
        "firsts": None if is_alone else f"{100 * row.value:.0f}",
        "points": number(row.value, 1) if is_alone else None,
        "over": row.over,
        "low": number(row.low, 1) if is_alone else f"{100 * row.low:.0f}",
        "is_shown": row.low > 0,
        "rivals": [{"name": name, "count": count} for name, count in rivals.items()],
    }


def _rating(row: Rated, found: Sequence[float]) -> RatingContext:
    value, low, high = (number(each, 0) for each in found)
    pool: RatingPool = {"game": game_context(row.game), "options": _options(row.option), "seats": row.seats}
    return {**pool, "value": value, "low": low, "high": high}


def _options(option: str | None) -> dict[str, str]:
    """Those of a table, of `mode=expert`."""
    name, _, value = (option or "").partition("=")
    return {name: value} if option else {}
