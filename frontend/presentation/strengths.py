"""What pages say of how strong a bot is: what was measured of it, row by row."""

from collections import Counter
from functools import cache
from typing import TypedDict

from frontend.presentation.games import GameContext, game_context
from shared.roster.strengths import Strength, read


class Rival(TypedDict):
    name: str
    count: int


class StrengthContext(TypedDict):
    """`firsts` is the share of first places in percent, or None where all play together: then it is worth so many
    `points` more than `over` with the same draws. `low` is what it is with 95 % certainty at least, in the same unit.
    """

    game: GameContext
    variant: str | None
    seats: int
    matches: int
    firsts: str | None
    points: str | None
    over: str | None
    low: str
    rivals: list[Rival]


def strengths_of(bot: str) -> list[StrengthContext]:
    return [_context(row) for row in _rows() if row.bot == bot and row.tries == 1]


@cache
def _rows() -> tuple[Strength, ...]:
    return tuple(read())


def _context(row: Strength) -> StrengthContext:
    rivals = Counter(name for name in row.bots.split(",") if name != row.bot)
    is_alone = row.over is not None
    return {
        "game": game_context(row.game),
        "variant": row.option.partition("=")[2] if row.option else None,
        "seats": row.seats,
        "matches": row.matches,
        "firsts": None if is_alone else f"{100 * row.value:.0f}",
        "points": f"{row.value:.1f}" if is_alone else None,
        "over": row.over,
        "low": f"{row.low:.1f}" if is_alone else f"{100 * row.low:.0f}",
        "rivals": [{"name": name, "count": count} for name, count in rivals.items()],
    }
