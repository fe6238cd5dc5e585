"""The score of a match: its count, what an operator put in its place, and what a bot says of every turn."""

from dataclasses import dataclass, replace
from typing import Any, assert_never

from shared.errors import MatchOver
from shared.rules.game import Result
from shared.rules.platform import Cited, Judged, ScoreAnalysed, ScoreCorrected, ScoreCounted

Score = ScoreCounted | ScoreCorrected


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """`count` is the one that stands."""

    count: Score | None = None
    analysis: ScoreAnalysed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Write down what a finished match is worth; `match` cites its `match.ended`."""

    match: Cited
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Put this in place of what was counted, or could not be counted; `note` is what everybody will read."""

    result: Result
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyse:
    """Write down what `bot` says of the turns of a match; `match` cites the last event that it looked at."""

    match: Cited
    bot: str
    turns: tuple[Judged, ...]


Order = Count | Correct | Analyse


def decide(scored: Scored, order: Order) -> list[Any]:
    """The event that the order leads to; MatchOver where there is one already."""
    match order:
        case Count():
            return [_counted(scored, order)]
        case Correct():
            return [_corrected(order)]
        case Analyse():
            if scored.analysis is not None:
                raise MatchOver("this match was analysed already")
            return [ScoreAnalysed(match=order.match, bot=order.bot, turns=order.turns)]
        case _:
            assert_never(order)


def _counted(scored: Scored, order: Count) -> ScoreCounted:
    if scored.count is not None:
        raise MatchOver("this match was counted already")
    found = order.result
    return ScoreCounted(
        match=order.match, points=found.points, places=found.places, lines=_lines(found), target=found.target
    )


def _corrected(order: Correct) -> ScoreCorrected:
    found = order.result
    return ScoreCorrected(
        points=found.points, places=found.places, lines=_lines(found), target=found.target, note=order.note
    )


def _lines(found: Result) -> tuple[dict[str, int], ...]:
    return tuple(dict(line) for line in found.lines)


def evolve(scored: Scored, event: Any) -> Scored:
    if isinstance(event, ScoreAnalysed):
        return replace(scored, analysis=event)
    return replace(scored, count=event)
