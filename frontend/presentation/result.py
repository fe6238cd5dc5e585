"""The result's context: the score pad with a reason for every point, as it was counted."""

from collections.abc import Sequence
from typing import TypedDict

from frontend.presentation.analysis import AnalysisContext, analysis_context
from frontend.presentation.explored import ExploredContext, calculator_by_seat, unread
from frontend.presentation.match import MatchContext, match_context
from frontend.presentation.moments import MomentsContext, moments_context
from frontend.presentation.reach import OnlyHere, only_here
from frontend.presentation.seats import SeatContext
from frontend.presentation.seen import Seen
from frontend.presentation.sheet import Entered, Wrong
from frontend.presentation.talk import TalkContext
from frontend.presentation.unanalysed import UnanalysedContext, unanalysed_context
from frontend.sentences import Sentence, listed
from frontend.site import Site
from shared.annotations import Json
from shared.platform.match.events import MatchAborted, MatchAdjudicated
from shared.platform.score import Score
from shared.platform.score.events import ScoreCorrected

NOTHING = Entered({})
SHARED = Sentence("Those who share the victory are equal in points and in every tie-break.", is_whole=True)
TIE = Sentence("The points are equal: the rules' tie-break decided.", is_whole=True)


class RematchContext(TypedDict):
    """The other people who played, and whether one of them waits at a table already."""

    others: list[str]
    waits: bool


class AbortedContext(TypedDict):
    """Why the match was called off; `note` is what the operator wrote."""

    reason: str
    note: str | None


class PadLine(TypedDict):
    name: str
    points_by_seat: list[int]


class TieMeasure(TypedDict):
    """One of the two ways to win a tie: its numbers, in the order of the tied seats."""

    name: str
    values: list[int]


class TiedContext(TypedDict):
    seats: list[int]
    measures: list[TieMeasure]


class ResultContext(TypedDict):
    """`cities` and, by seat, `explanations` are the game's own, for its board; `places` are the final ranks.

    `tied` are the seats with equal points, None if there are none or the rules have nothing to tell them apart by.
    `picture` is the address of the result as a picture, None where there is none.
    """

    match: MatchContext
    places: list[int | None]
    lines: list[PadLine]
    totals: list[int | None]
    tie_break_note: Sentence | None
    tie_breaks: list[Sentence]
    tied: TiedContext | None
    moments: MomentsContext | None
    cities: Sequence[Json]
    explanations: Sequence[Sequence[Json]]
    counted: bool
    aborted: AbortedContext | None
    corrected: bool
    operators_note: str | None
    rematch: RematchContext | None
    explored: ExploredContext | None
    unread: Sequence[Wrong]
    analysis: AnalysisContext | None
    unanalysed: UnanalysedContext | None
    calculators: list[str]
    share: str
    picture: str | None
    only_here: OnlyHere | None
    export: str


class ResultPage(TypedDict):
    result: ResultContext
    talk: TalkContext


def result_context(
    site: Site,
    seen: Seen,
    origin: str,
    rematch: RematchContext | None,
    explored: ExploredContext | None,
    entered: Entered = NOTHING,
) -> ResultContext:
    """`origin` is the page's own, for the link to share; `explored` the city that is moved about, as `entered`.

    A rematch is for the players of the match, and for nobody else.
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
        "tied": tied_context(seen),
        "moments": moments_context(site, seen),
        "cities": explained["cities"],
        "explanations": explained["reasons"],
        "counted": seen.is_counted or isinstance(seen.match.end, MatchAdjudicated),
        "aborted": aborted_context(seen),
        "corrected": isinstance(seen.score, ScoreCorrected),
        "operators_note": operators_note(seen),
        "rematch": rematch,
        "explored": explored,
        "unread": unread(entered, explored),
        "analysis": analysis,
        "unanalysed": None if analysis else unanalysed_context(site, seen, has_played=rematch is not None),
        "calculators": calculator_by_seat(seen),
        "share": f"{origin}/m/{seen.id}/result",
        "picture": f"{origin}/m/{seen.id}/result.png" if seen.is_counted else None,
        "only_here": only_here(site.settings, origin, f"/m/{seen.id}/result"),
        "export": match["urls"]["export"],
    }


def explanation(seen: Seen) -> Json:
    return seen.game.explain(seen.match.view(None))


def lines_by_name(seats: list[SeatContext]) -> list[PadLine]:
    names = list(seats[0]["lines"])
    return [{"name": name, "points_by_seat": [seat["lines"][name] for seat in seats]} for name in names]


def tie_break_note(score: Score) -> Sentence | None:
    """If the same points led to different ranks."""
    standings = set(zip(score.points, score.places, strict=True))
    return TIE if len(standings) > len(set(score.points)) else None


def tie_breaks(seen: Seen, names: list[str]) -> list[Sentence]:
    """How the rules decided the ranks."""
    game, score = seen.game, seen.score
    if not game.ties or not seen.is_counted or not score:
        return []
    found = game.tie_breaks(seen.match.view(None), score)
    sentences = [Sentence(each.template, each.values(names, listed)) for each in found]
    return [*sentences, SHARED] if score.places.count(1) > 1 else sentences


def tied_context(seen: Seen) -> TiedContext | None:
    if not seen.is_counted or not seen.score:
        return None
    seats, measures = seen.game.tied(seen.match.view(None), seen.score)
    if not seats:
        return None
    shown: list[TieMeasure] = [
        {"name": each.name, "values": [each.values[seat] for seat in seats]} for each in measures
    ]
    return {"seats": list(seats), "measures": shown}


def operators_note(seen: Seen) -> str | None:
    """Why an operator decided the ranks or corrected the points."""
    decided = seen.match.end if isinstance(seen.match.end, MatchAdjudicated) else seen.score
    return decided.note if isinstance(decided, MatchAdjudicated | ScoreCorrected) else None


def aborted_context(seen: Seen) -> AbortedContext | None:
    end = seen.match.end
    return {"reason": end.reason, "note": end.note} if isinstance(end, MatchAborted) else None
