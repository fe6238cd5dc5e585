"""What a match comes to: the points as counted or as they would be, the team's where people play together."""

from typing import Any

from shared.annotations import Json
from shared.games.game import Result
from shared.platform.match import Match
from shared.platform.match.events import MatchAdjudicated, MatchStarted
from shared.platform.score import Score
from shared.platform.score.events import ScoreCounted


def count_of(match: Match, view: Any, score: Score | None) -> Score | Result | None:
    """As counted; while the match runs, as if it ended now; in between nothing."""
    if match.status == "ended":
        return score
    return match.rules.result(view)


def team_context(match: Match, view: Any, count: Score | Result | None) -> Json | None:
    """None where everybody plays for themselves. `points` and `won` are None while the points are being counted."""
    if isinstance(count, Result | ScoreCounted) and count.target is None:
        return None
    now = count if isinstance(count, Result) else match.rules.result(view)
    if now.target is None:
        return None
    if count is None:
        return {"points": None, "target": now.target, "lines": {}, "won": None}
    places = match.end.places if isinstance(match.end, MatchAdjudicated) else count.places
    told = count.lines[0]
    lines = {line: told[line] for line in now.lines[0] if line in told}  # in the pad's order: the ledger sorts names
    target = now.target if count.target is None else count.target  # none where a correction came in place of a count
    return {"points": count.points[0], "target": target, "lines": lines, "won": 1 in places}


def not_rated(started: MatchStarted, team: Json | None) -> str | None:
    """Why a match can't be rated, None where it can: ratings compare players, so there have to be some to compare."""
    if started.practice:
        return "practice"
    if team:
        return "together" if len(started.players) > 1 else "alone"
    return None
