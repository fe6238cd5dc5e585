"""A match that nobody has analysed yet: whether it waits for that, and what comes before it."""

from frontend.presentation.match import Seen
from frontend.site import Site
from shared.annotations import Json
from shared.errors import Unavailable
from shared.platform.match.events import MatchEnded
from shared.web.waiting import Wish


def can_be_analysed(site: Site, seen: Seen) -> bool:
    """Whether scoring would do it: it was played here to its end, and nobody has done it."""
    played = isinstance(seen.match.end, MatchEnded) and seen.is_counted
    return played and not seen.is_imported and seen.unknown is None and site.streams.analysis(seen.id) is None


def unanalysed_context(site: Site, seen: Seen, has_played: bool) -> Json | None:
    """`before` is how many matches come first, None where it doesn't wait. None where there is nothing to ask for.

    Who has played it and looks at its result wants to know: that alone moves it up.
    """
    if site.analyses is None or not can_be_analysed(site, seen):
        return None
    try:
        if has_played:
            site.analyses.wish(seen.id, Wish.LOOKED_FOR)
        return {"before": site.analyses.position(seen.id)}
    except Unavailable:  # the result is there all the same
        return None
