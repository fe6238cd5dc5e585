"""Where people have left a match: the seats that others may take over, and the end that the last one may make."""

from collections.abc import Sequence
from typing import TypedDict

from frontend.people.who import seat_name
from frontend.presentation.rated import ChangeContext, change_context
from frontend.presentation.seats import SeatContext
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.people.house import Entry
from shared.platform.match import Match
from shared.platform.match.result import before_who_left, is_decided_by_leaving
from shared.platform.player import as_player, player_from
from shared.platform.rating import Point, pool_of, why_unrated
from shared.platform.rating.model import rated
from shared.platform.rating.unrated import rated_places
from shared.tournaments import tournament_of


class OfferContext(TypedDict):
    seat: int
    name: str


class LastContext(TypedDict):
    """What follows if the viewer ends the match. `decided`: who stayed gets the first place; else it simply ends.

    `of_tournament`: it is the match of a table there, `of_duplicate`: where all tables have the same draws. `changes`
    are those of everybody's rating, none where it is not rated.
    """

    left: list[str]
    decided: bool
    of_tournament: bool
    of_duplicate: bool
    changes: list[ChangeContext]


def offers(site: Site, seen: Seen, seats: Sequence[SeatContext]) -> list[OfferContext]:
    """The seats that the viewer may take over, as far as everybody may know who may."""
    match = seen.match
    if not match.on_offer or seen.player in match.seating.everybody:
        return []
    house = site.houses.begun(seen.id)
    if house.entry is Entry.PRIVATE and player_from(seen.player).name not in house.invited:
        return []
    return [{"seat": seat, "name": seats[seat]["name"]} for seat in sorted(match.on_offer)]


def invited_to(site: Site, match: Match) -> set[str]:
    """Who may take over a seat here while others may not: they see another page than others who watch."""
    return set(map(as_player, site.houses.begun(match.id).invited)) if match.on_offer else set()


def last_context(site: Site, seen: Seen, seats: Sequence[SeatContext]) -> LastContext | None:
    match = seen.match
    if seen.you is None or match.seating.last_person != seen.player:
        return None
    return {
        "left": [seats[seat]["name"] for seat in sorted(match.seating.left)],
        "decided": is_decided_by_leaving(match),
        "of_tournament": is_of_tournament(site, seen.id),
        "of_duplicate": match.deal is not None,
        "changes": changes_at_the_end(site, match),
    }


def is_of_tournament(site: Site, id_: str) -> bool:
    opened = site.streams.tables.load(f"table:{id_}").state.opened
    return opened is not None and tournament_of(opened.opener) is not None


def changes_at_the_end(site: Site, match: Match) -> list[ChangeContext]:
    """As ratings are now: other matches may change them before this one is counted."""
    if why_unrated(match) is not None or not is_decided_by_leaving(match):
        return []
    places, book = rated_places(match, before_who_left(match)), site.books.now(pool_of(match.start))
    before, names = [book.point(player) for player in places], site.accounts.names(places)
    after = rated([point.worth for point in before], list(places.values()))
    return [
        change_context(seat_name(names, player), point, Point(worth=worth, matches=point.matches + 1))
        for player, point, worth in zip(places, before, after, strict=True)
    ]
