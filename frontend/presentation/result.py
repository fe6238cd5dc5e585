"""The result's context: the score pad with a reason for every point, as it was counted."""

from collections.abc import Mapping
from typing import Any

from frontend.presentation.analysis import analysis_context
from frontend.presentation.match import Seen, match_context
from frontend.presentation.sheet import address, sheet_context
from frontend.reach import only_here
from frontend.site import Site
from shared.ledger.scores import Score
from shared.rules.platform import MatchAborted, MatchAdjudicated, ScoreCorrected

Json = dict[str, Any]
BROKEN_OFF = {"idle": "Nobody moved for too long.", "operator": "An operator broke it off."}
TIE = "The points are equal: the rules' tie-break decided."


def result_context(site: Site, seen: Seen, origin: str, rematch: Json | None, explored: Json | None) -> Json:
    """`origin` is the page's own, for the link to share; `explored` the city that is moved about."""
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
        "corrected": isinstance(seen.score, ScoreCorrected),
        "operators_note": operators_note(seen),
        "rematch": rematch,
        "explored": explored,
        "analysis": analysis_context(site, seen),
        "calculators": calculator_by_seat(seen),
        "share": f"{origin}/m/{seen.id}/result",
        "only_here": only_here(site.settings, origin, f"/m/{seen.id}/result"),
        "export": match["urls"]["export"],
    }


def explanation(seen: Seen) -> Json:
    assert seen.match.game is not None
    return seen.match.game.explain(seen.match.view(None))


def exploring(seen: Seen, told: Mapping[str, str]) -> Json | None:
    """`seat` and its `sheet`, where the address names a seat of a match that is counted."""
    seat = next((seat for seat in range(len(seen.match.players)) if told.get("explore") == str(seat + 1)), None)
    if seat is None or not seen.is_counted or seen.match.game is None or seen.match.game.calculator is None:
        return None
    calculator, path = seen.match.game.calculator, f"/m/{seen.id}/result?explore={seat + 1}"
    has = calculator.sheet_of(seen.match.view(None), seat)
    return {"seat": seat, "sheet": sheet_context(calculator, told, path, "#result", has, f"final-{seat}")}


def calculator_by_seat(seen: Seen) -> list[str]:
    """By seat, where the game has a calculator: its address for what the seat has."""
    game = seen.match.game
    if game is None or game.calculator is None or not seen.is_counted:
        return []
    view, seats = seen.match.view(None), range(len(seen.match.players))
    return [address(f"/score/{game.slug}", game.calculator.sheet_of(view, seat)) for seat in seats]


def lines_by_name(seats: list[Json]) -> list[Json]:
    names = list(seats[0]["lines"])
    return [{"name": name, "points_by_seat": [seat["lines"][name] for seat in seats]} for name in names]


def tie_break_note(score: Score) -> str | None:
    """Where the same points led to different places."""
    standings = set(zip(score.points, score.places, strict=True))
    return TIE if len(standings) > len(set(score.points)) else None


def operators_note(seen: Seen) -> str | None:
    """Why an operator decided the places or corrected the points."""
    decided = seen.match.end if isinstance(seen.match.end, MatchAdjudicated) else seen.score
    return decided.note if isinstance(decided, MatchAdjudicated | ScoreCorrected) else None


def aborted_reason(seen: Seen) -> str | None:
    end = seen.match.end
    if not isinstance(end, MatchAborted):
        return None
    reason = BROKEN_OFF.get(end.reason, "It was broken off.")
    return f"{reason} “{end.note}”." if end.note else reason
