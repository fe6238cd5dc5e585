"""Who plays a match: the seats and their points, the team, and who was replaced or has never come."""

from collections.abc import Mapping
from typing import Any, TypedDict

from frontend.presentation.absent import (
    AbsentContext,
    absent_context,
    has_resigned,
    has_run_out,
    was_away,
    was_replaced,
    was_taken_over,
)
from frontend.presentation.left import LastContext, OfferContext, last_context, offers
from frontend.presentation.outcome import TeamContext, count_of, team_context
from frontend.presentation.seats import SeatContext, seats_context
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.platform.rating import why_unrated

IMPORTED = "imported"


class PlayersContext(TypedDict):
    """`patience`: seconds until an absent player may be replaced. `replaced`, `ran_out`, `was_away`,
    `was_taken_over`, `took_over` and `has_resigned` are the viewer's own. `on_offer` are seats that the viewer may take
    over; `last` is there for the last person, who may end the match.

    `not_rated` says why, and is None if the match is rated, or will be when it is over.
    """

    seats: list[SeatContext]
    team: TeamContext | None
    absent: list[AbsentContext]
    patience: int
    replaced: bool
    ran_out: bool
    was_away: bool
    was_taken_over: bool
    took_over: bool
    has_resigned: bool
    not_rated: str | None
    on_offer: list[OfferContext]
    last: LastContext | None


def players_context(site: Site, seen: Seen, view: Any, names: Mapping[str, str]) -> PlayersContext:
    match = seen.match
    count = count_of(match, view, seen.score)
    team, seats = team_context(match, view, count), seats_context(match, seen.you, names, count)
    is_waited_for = not (seen.is_replay or seen.was_now or seen.unknown or match.is_over)
    return {
        "seats": seats,
        "team": team,
        "absent": absent_context(match, seen.you, seats, seen.lines) if is_waited_for else [],
        "patience": int(site.settings.absent_after),
        "replaced": was_replaced(match, seen.player),
        "ran_out": has_run_out(match, seen.player),
        "was_away": was_away(match, seen.player),
        "was_taken_over": was_taken_over(match, seen.player),
        "took_over": seen.player in match.seating.took_over,
        "has_resigned": has_resigned(match, seen.player),
        "not_rated": not_rated(seen),
        "on_offer": offers(site, seen, seats) if is_waited_for else [],
        "last": last_context(site, seen, seats) if is_waited_for else None,
    }


def not_rated(seen: Seen) -> str | None:
    why = why_unrated(seen.match)
    return IMPORTED if seen.is_imported else why and str(why)
