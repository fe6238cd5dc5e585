"""The state of a score."""

from dataclasses import dataclass

from shared.platform.score.events import ScoreAnalysed, ScoreCorrected, ScoreCounted

Score = ScoreCounted | ScoreCorrected


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """`count` is the one that is valid."""

    count: Score | None = None
    analysis: ScoreAnalysed | None = None
