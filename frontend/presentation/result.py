"""The result's context: the score pad with a reason for every point, as it was counted."""

from collections.abc import Sequence
from typing import TypedDict

from frontend.presentation.analysis import AnalysisContext, analysis_context
from frontend.presentation.changed import RatingsChanged, ratings_changed
from frontend.presentation.daily_deal import list_address
from frontend.presentation.entries import Named
from frontend.presentation.explored import ExploredContext, calculator_by_seat, unread
from frontend.presentation.match import MatchContext, match_context
from frontend.presentation.moments import MomentsContext, moments_context
from frontend.presentation.of_event import OfEventContext, event_of
from frontend.presentation.over import people_of
from frontend.presentation.ranks import RanksContext, ranks_context
from frontend.presentation.reach import OnlyHere, only_here
from frontend.presentation.seen import Seen
from frontend.presentation.sheet import Entered, Wrong
from frontend.presentation.talk import TalkContext
from frontend.presentation.unanalysed import UnanalysedContext, unanalysed_context
from frontend.site import Site
from shared.annotations import Json
from shared.language import language
from shared.ledger.ids import LENGTH
from shared.platform.cited import OfDeal
from shared.platform.match.events import MatchAborted, MatchAdjudicated

NOTHING = Entered({})


class RematchContext(TypedDict):
    """The other people who played, and whether one of them waits at a table already."""

    others: list[str]
    waits: bool


class AbortedContext(TypedDict):
    """Why the match was called off; `note` is what the operator wrote."""

    reason: str
    note: str | None


class EndingContext(TypedDict):
    """Who ended the match, if not its rules. `counted`: whether there are points, or ranks by an operator."""

    counted: bool
    aborted: AbortedContext | None


class ShareContext(TypedDict):
    """Addresses. `picture` is that of the result as a picture, None without one. `sealed`: nobody else sees it yet."""

    share: str
    picture: str | None
    sealed: bool
    only_here: OnlyHere | None
    export: str


class ResultContext(RanksContext, EndingContext, ShareContext):
    """`cities` and, by seat, `explanations` are the game's own, for its board. `people` are the others. `daily` is the
    address of the list of its deal, or of its round.
    """

    match: MatchContext
    people: list[Named]
    rated: RatingsChanged | None
    moments: MomentsContext | None
    cities: Sequence[Json]
    explanations: Sequence[Sequence[Json]]
    rematch: RematchContext | None
    explored: ExploredContext | None
    unread: Sequence[Wrong]
    analysis: AnalysisContext | None
    unanalysed: UnanalysedContext | None
    calculators: list[str]
    daily: str | None
    event: OfEventContext | None


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
        "people": others(site, seen),
        "rated": None if match["not_rated"] else ratings_changed(site, seen),
        "moments": moments_context(site, seen),
        "cities": explained["cities"],
        "explanations": explained["reasons"],
        "rematch": rematch,
        "explored": explored,
        "unread": unread(entered, explored),
        "analysis": analysis,
        "unanalysed": None if analysis else unanalysed_context(site, seen, has_played=rematch is not None),
        "calculators": calculator_by_seat(seen),
        "event": event_of(site, seen.id),
        "daily": list_of(seen.match.deal) if seen.match.deal else None,
        **ranks_context(seen, match["seats"]),
        **ending_context(seen),
        **share_context(site, seen, origin, match["urls"]["export"]),
    }


def list_of(deal: OfDeal) -> str | None:
    """Where one sees how others did on the same draws: the list of the day, or the round of a tournament."""
    tournament, _, number = deal.name.partition(":")
    is_round = len(tournament) == LENGTH and number.isdecimal()
    return f"/tournaments/{tournament}/rounds/{int(number) + 1}" if is_round else list_address(deal.name)


def others(site: Site, seen: Seen) -> list[Named]:
    """The people who played, but the visitor: none of an imported match, whose people are not of here."""
    played = () if seen.is_imported else seen.match.seating.everybody
    return people_of(site, (player for player in played if player != seen.player))


def explanation(seen: Seen) -> Json:
    return seen.game.explain(seen.match.view(None))


def share_context(site: Site, seen: Seen, origin: str, export: str) -> ShareContext:
    is_shown = seen.is_counted and not seen.is_sealed
    return {
        "share": f"{origin}/m/{seen.id}/result",
        "picture": f"{origin}/m/{seen.id}/result.png?lang={language()}" if is_shown else None,
        "sealed": seen.is_sealed,
        "only_here": only_here(site.settings, origin, f"/m/{seen.id}/result"),
        "export": export,
    }


def ending_context(seen: Seen) -> EndingContext:
    return {
        "counted": seen.is_counted or isinstance(seen.match.end, MatchAdjudicated),
        "aborted": aborted_context(seen),
    }


def aborted_context(seen: Seen) -> AbortedContext | None:
    end = seen.match.end
    return {"reason": end.reason, "note": end.note} if isinstance(end, MatchAborted) else None
