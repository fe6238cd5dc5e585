"""The fold of a score, one event at a time. It never refuses."""

from dataclasses import replace
from typing import Any

from shared.platform.score.events import ScoreAnalysed
from shared.platform.score.state import Scored


def evolve(scored: Scored, event: Any) -> Scored:
    if isinstance(event, ScoreAnalysed):
        return replace(scored, analysis=event)
    return replace(scored, count=event)
