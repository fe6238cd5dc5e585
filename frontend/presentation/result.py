"""The result's context: the score pad with a reason for every point, as it was counted."""

from typing import Any

from frontend.presentation.match import Seen, match_context
from frontend.site import Site
from shared.ledger.kinds import Score
from shared.rules.platform import MatchAborted, MatchAdjudicated

Json = dict[str, Any]
BROKEN_OFF = {"idle": "Nobody moved for too long.", "operator": "An operator broke it off."}
TIE = "The points are equal: the rules' tie-break decided."


def result_context(site: Site, seen: Seen, origin: str, rematch: Json | None) -> Json:
    """`origin` is the page's own, for the link to share."""
    match = match_context(site, seen)
    explained = explanation(seen) if seen.is_counted else {"cities": [], "reasons": []}
    return {
        "match": match,
        "places": [seat["place"] for seat in match["seats"]],
        "lines": lines_by_name(match["seats"]),
        "totals": [seat["points"] for seat in match["seats"]],
        "tie_break_note": tie_break_note(seen.score) if seen.score else None,
        "cities": explained["cities"],
        "explanations": explained["reasons"],
        "counted": seen.is_counted or isinstance(seen.match.end, MatchAdjudicated),
        "aborted_reason": aborted_reason(seen),
        "rematch": rematch,
        "share": f"{origin}/m/{seen.id}/result",
        "export": match["urls"]["export"],
    }


def explanation(seen: Seen) -> Json:
    assert seen.match.game is not None
    return seen.match.game.explain(seen.match.view(None))


def lines_by_name(seats: list[Json]) -> list[Json]:
    names = list(seats[0]["lines"])
    return [{"name": name, "points_by_seat": [seat["lines"][name] for seat in seats]} for name in names]


def tie_break_note(score: Score) -> str | None:
    """Where the same points led to different places."""
    standings = set(zip(score.points, score.places, strict=True))
    return TIE if len(standings) > len(set(score.points)) else None


def aborted_reason(seen: Seen) -> str | None:
    end = seen.match.end
    if not isinstance(end, MatchAborted):
        return None
    reason = BROKEN_OFF.get(end.reason, "It was broken off.")
    return f"{reason} “{end.note}”." if end.note else reason
