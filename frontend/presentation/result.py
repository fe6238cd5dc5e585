"""The result's context: the score pad with a reason for every point, as it was counted."""

from frontend.presentation.analysis import analysis_context
from frontend.presentation.match import Seen, match_context
from frontend.presentation.sheet import Told, address, sheet_context
from frontend.presentation.unanalysed import unanalysed_context
from frontend.reach import only_here
from frontend.site import Site
from shared.annotations import Json
from shared.platform.match.events import MatchAborted, MatchAdjudicated
from shared.platform.score import Score
from shared.platform.score.events import ScoreCorrected

EXPLORE = "explore"
NO_SEAT = "there is no city {said} to explore here"
BROKEN_OFF = {"idle": "Nobody moved for too long.", "operator": "An operator broke it off."}
NOTHING = Told({})
SHARED = "Those who share the victory are equal in points and in every tie-break."
TIE = "The points are equal: the rules' tie-break decided."


def result_context(
    site: Site, seen: Seen, origin: str, rematch: Json | None, explored: Json | None, told: Told = NOTHING
) -> Json:
    """`origin` is the page's own, for the link to share; `explored` the city that is moved about, as it was `told`.

    A rematch is for who played here, and for nobody else.
    """
    match = match_context(site, seen)
    analysis = analysis_context(site, seen)
    explained = explanation(seen) if seen.is_counted else {"cities": [], "reasons": []}
    return {
        "match": match,
        "places": [seat["place"] for seat in match["seats"]],
        "lines": lines_by_name(match["seats"]),
        "totals": [seat["points"] for seat in match["seats"]],
        "tie_break_note": tie_break_note(seen.score) if seen.score else None,
        "tie_breaks": tie_breaks(seen, [seat["name"] for seat in match["seats"]]),
        "cities": explained["cities"],
        "explanations": explained["reasons"],
        "counted": seen.is_counted or isinstance(seen.match.end, MatchAdjudicated),
        "aborted_reason": aborted_reason(seen),
        "corrected": isinstance(seen.score, ScoreCorrected),
        "operators_note": operators_note(seen),
        "rematch": rematch,
        "explored": explored,
        "unread": unread(told, explored),
        "analysis": analysis,
        "unanalysed": None if analysis else unanalysed_context(site, seen, has_played=rematch is not None),
        "calculators": calculator_by_seat(seen),
        "share": f"{origin}/m/{seen.id}/result",
        "only_here": only_here(site.settings, origin, f"/m/{seen.id}/result"),
        "export": match["urls"]["export"],
    }


def explanation(seen: Seen) -> Json:
    return seen.game.explain(seen.match.view(None))


def exploring(seen: Seen, told: Told) -> Json | None:
    """`seat` and its `sheet`, where the address names a seat of a match that is counted."""
    seat = next((seat for seat in range(len(seen.match.players)) if told.said.get(EXPLORE) == str(seat + 1)), None)
    if seat is None or not seen.is_counted or seen.match.game is None or seen.match.game.calculator is None:
        return None
    calculator, path = seen.match.game.calculator, f"/m/{seen.id}/result?explore={seat + 1}"
    has = calculator.sheet_of(seen.match.view(None), seat)
    others = {name: value for name, value in told.said.items() if name != EXPLORE}
    return {
        "seat": seat,
        "sheet": sheet_context(calculator, others, path, "#result", has, f"final-{seat}", told.unread),
    }


def unread(told: Told, explored: Json | None) -> list[Json]:
    """What the address asks for and the page doesn't show, where no sheet is there to say so."""
    if explored:
        return [] if explored["sheet"].get("hands") else list(explored["sheet"]["wrong"])
    asked = told.said.get(EXPLORE)
    return [{"field": EXPLORE, "template": NO_SEAT, "values": {"said": asked}}] if asked else []


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


def tie_breaks(seen: Seen, names: list[str]) -> list[str]:
    """In sentences, where the rules decided the places."""
    game, score = seen.match.game, seen.score
    if game is None or not game.ties or not seen.is_counted or not score:
        return []
    found = game.tie_breaks(seen.match.view(None), score)
    sentences = [whole(each.template, each.sentence(names)) for each in found]
    return [*sentences, SHARED] if score.places.count(1) > 1 else sentences


def whole(template: str, sentence: str) -> str:
    """A name at its beginning stays as its player writes it."""
    first = sentence[0] if template.startswith("{") else sentence[0].upper()
    return f"{first}{sentence[1:]}."


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
