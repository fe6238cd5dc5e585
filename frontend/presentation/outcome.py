"""The outcome of a match: the points as counted or as they would be, for each player or for the team."""

from typing import Any, TypedDict

from shared.games.game import Result
from shared.platform.match import Match
from shared.platform.match.events import MatchAdjudicated
from shared.platform.score import Score
from shared.platform.score.events import ScoreCounted


class TeamContext(TypedDict):
    """`points` and `won` are None while the points are being counted."""

    points: int | None
    target: int
    lines: dict[str, int]
    won: bool | None


def count_of(match: Match, view: Any, score: Score | None) -> Score | Result | None:
    """The count; while the match runs, what it would be if the match ended now; in between None."""
    if match.status == "ended":
        return score
    return match.rules.result(view)


def team_context(match: Match, view: Any, count: Score | Result | None) -> TeamContext | None:
    """None if everybody plays for themselves."""
    if isinstance(count, Result | ScoreCounted) and count.target is None:
        return None
    now = count if isinstance(count, Result) else match.rules.result(view)
    if now.target is None:
        return None
    if count is None:
        return {"points": None, "target": now.target, "lines": {}, "won": None}
    ranks = match.end.places if isinstance(match.end, MatchAdjudicated) else count.places
    counted = count.lines[0]
    lines = {
        line: counted[line] for line in now.lines[0] if line in counted
    }  # in the order of the pad, not of the ledger
    target = now.target if count.target is None else count.target  # None if a correction replaced the count
    return {"points": count.points[0], "target": target, "lines": lines, "won": 1 in ranks}
