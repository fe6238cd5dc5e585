"""The events of scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shared.platform.cited import Cited


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCounted:
    """`match` cites the `match.ended` that was counted; the rest is by seat. `target` for cooperative games only."""

    match: Cited
    points: tuple[int, ...]
    places: tuple[int | None, ...]
    lines: tuple[Mapping[str, int], ...]
    target: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCorrected:
    """Replaces the count before it; `note` says why."""

    points: tuple[int, ...]
    places: tuple[int | None, ...]
    lines: tuple[Mapping[str, int], ...]
    target: int | None
    note: str


class Judged(NamedTuple):
    """A bot's judgement of a move: the best move that it saw, as canonical JSON, and how much more that was worth.

    Both numbers are in thousandths of a point, 0 or more, as the bot weighs it. With 95 % probability `given_away` is
    off by no more than `doubt`, which is None where the bot didn't say.
    """

    turn: int
    seat: int
    best: str
    given_away: int
    doubt: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreAnalysed:
    """`match` cites the last event that was looked at; `turns` has every move in its order."""

    match: Cited
    bot: str
    turns: tuple[Judged, ...]


EVENTS: Mapping[str, type] = {
    "score.counted": ScoreCounted,
    "score.corrected": ScoreCorrected,
    "score.analysed": ScoreAnalysed,
}
