"""The coach beside a match: which lesson is at hand for whoever looks."""

from typing import TypedDict

from frontend.people.coached import LESSONS, Coaching
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.errors import Unavailable
from shared.web.answers import operators


class CoachContext(TypedDict):
    """`lesson` of `lessons`, from 1; None while there is none, but it may be asked for."""

    lesson: int | None
    lessons: int


def coach_context(site: Site, seen: Seen) -> CoachContext | None:
    """None for whoever does not play here now: they have no turns to learn from."""
    if not may_have_coach(seen):
        return None
    coaching = site.coached.of(seen.player)
    return {"lesson": coaching and coaching.lesson(seen.id, moves_of(seen)), "lessons": LESSONS}


def may_have_coach(seen: Seen) -> bool:
    return seen.you is not None and seen.unknown is None and not (seen.is_replay or seen.match.is_over)


def begin_in_first_match(site: Site, seen: Seen) -> None:
    """Only where the match is young: in the middle of one nobody needs to be told what an architect is.

    The match is shown also while nothing can be stored: then the coach comes later.
    """
    if not (may_have_coach(seen) and moves_of(seen) < LESSONS):
        return
    try:
        site.accounts.facts(seen.match.seating.everybody)  # all whom the page shows, in one question
        site.coached.begin(seen.player, seen.id)
    except Unavailable as verdict:
        operators.hear(verdict)


def coach_from_now(seen: Seen) -> Coaching:
    return Coaching(seen.id, moves_of(seen))


def moves_of(seen: Seen) -> int:
    return sum(line.is_move and line.by == seen.player for line in seen.lines)
