"""The contexts of personal links: the owner's page, and the page that the link opens."""

from collections.abc import Sequence
from typing import TypedDict

import segno

from frontend.people.links import Seat
from frontend.people.who import player_of, seat_name
from frontend.presentation.company import sitting
from frontend.presentation.games import GameContext, game_context
from frontend.presentation.reach import OnlyHere, only_here
from frontend.presentation.seats import distinct_names
from frontend.site import Site


class SeatAbout(TypedDict):
    """`name` is what the person is called at this table."""

    id: str
    name: str
    sits: bool
    players: list[str]
    game: GameContext
    home: str
    is_match: bool


class LinkContext(TypedDict):
    link: str | None
    picture: str | None
    only_here: OnlyHere | None


class OwnSeat(SeatAbout, LinkContext):
    """What the owner of the seat sees."""


class OpenedLink(SeatAbout):
    """What somebody who opens the link sees; `also` names the people that they are in this browser already."""

    token: str
    is_held: bool
    also: list[str]


def own_seat_context(site: Site, seat: Seat, origin: str) -> OwnSeat:
    """With the link if one was made, for a person who sits there; others read how to come back to their seat."""
    token = site.links.of(seat) if player_of(seat.person) in sitting(site, seat.id) else None
    return {**about(site, seat), **link_context(site, token, origin)}


def link_context(site: Site, token: str | None, origin: str) -> LinkContext:
    """The link under a name that other devices can open, if this machine has one, and a picture of it."""
    if token is None:
        return {"link": None, "picture": None, "only_here": None}
    path = f"/seat?link={token}"
    where = only_here(site.settings, origin, path)
    reached = where["address"] if where else None
    link = reached or origin + path
    picture = segno.make_qr(link, error="m").svg_data_uri(scale=6, border=3, light="#fff")
    return {"link": link, "picture": picture, "only_here": None if reached else where}


def opened_link_context(site: Site, seat: Seat, token: str, held: Sequence[str]) -> OpenedLink:
    """`held` are the people that the visitor is in this browser."""
    others = [player_of(each) for each in held if each != seat.person]
    return {
        **about(site, seat),
        "token": token,
        "is_held": seat.person in held,
        "also": [*site.accounts.names(others).values()],
    }


def about(site: Site, seat: Seat) -> SeatAbout:
    id_, me = seat.id, player_of(seat.person)
    match, table = site.streams.blind.load(f"match:{id_}").state, site.streams.tables.load(f"table:{id_}").state
    players = [player for player in sitting(site, id_) if player]
    names = site.accounts.names(players)
    called = dict(zip(players, distinct_names([seat_name(names, player) for player in players]), strict=True))
    source = match.started or table.opened
    return {
        "id": id_,
        "name": called.get(me) or site.accounts.name(seat.person),
        "sits": me in players,
        "players": list(called.values()),
        "game": game_context(source.game if source else ""),
        "home": home_of(site, id_),
        "is_match": match.started is not None,
    }


def home_of(site: Site, id_: str) -> str:
    """The address of the match, or of the table as long as there is no match."""
    return f"/m/{id_}" if site.streams.ledger.last(f"match:{id_}") else f"/t/{id_}"
