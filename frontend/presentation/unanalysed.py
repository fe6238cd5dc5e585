"""A match without an analysis: whether it waits for one, and how many matches come first."""

from typing import TypedDict

from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.errors import Unavailable
from shared.platform.match.events import MatchEnded
from shared.web.waiting import Wish


class UnanalysedContext(TypedDict):
    """`before`: how many matches come first, None if this one isn't waiting. `done` of `whole` turns are weighed."""

    before: int | None
    done: int
    whole: int


def can_be_analysed(site: Site, seen: Seen) -> bool:
    """Whether scoring would do it: the match was played here to its end, and has no analysis. An archived one stays."""
    played = isinstance(seen.match.end, MatchEnded) and seen.is_counted
    missing = not seen.is_imported and seen.unknown is None and site.streams.analysis(seen.id) is None
    return played and missing and not site.streams.ledger.is_archived(f"score:{seen.id}")


def unanalysed_context(site: Site, seen: Seen, has_played: bool) -> UnanalysedContext | None:
    """None if there is nothing to ask for.

    A player who looks at the result wants the analysis: looking alone moves the match up.
    """
    if site.analyses is None or not can_be_analysed(site, seen):
        return None
    try:
        if has_played:
            site.analyses.wish(seen.id, Wish.LOOKED_FOR)
        done, whole = site.analyses.progress(seen.id) or (0, 0)
        return {"before": site.analyses.position(seen.id), "done": done, "whole": whole}
    except Unavailable:  # the result is there all the same
        return None
