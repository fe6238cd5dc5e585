"""The visitor's remote bots beside a tournament: which of them are in it, and which may enter."""

from typing import TypedDict

from frontend.site import Site
from shared.platform.tournament import Tournament
from shared.platform.tournament.decide_entrants import is_open_late
from shared.roster import Offer

NEWEST = 1  # versions of each bot, and besides them those that have entered


class EntrantBot(TypedDict):
    """`status` is up, away or benched. `act` is what its owner can do: enter, withdraw or return, or None."""

    bot: str
    name: str
    version: int
    status: str
    has_entered: bool
    is_in: bool
    plays: bool
    act: str | None


def entrant_bots(site: Site, held: Tournament, person: str | None) -> list[EntrantBot]:
    names = site.roster.owned(person) if person else []
    up, benched = (site.roster.up(), site.roster.benched()) if names else (frozenset(), {})
    found = []
    for name in names:
        known = [offer for offer in site.roster.known(name) if offer.owner == person]
        for at, offer in enumerate(known):
            if at < NEWEST or held.entrant_of(offer.player) is not None:
                status = "benched" if offer.player in benched else "up" if offer.player in up else "away"
                found.append(entrant_bot(held, offer, status))
    return found


def entrant_bot(held: Tournament, offer: Offer, status: str) -> EntrantBot:
    number = held.entrant_of(offer.player)
    is_in = number is not None and held.entrants[number].is_in
    sizes = range(held.rules.shortest, held.rules.seats + 1)
    plays = all(offer.plays(held.opening.game, seats, held.opening.options) for seats in sizes)
    return {
        "bot": f"{offer.name}@{offer.version}",
        "name": offer.name,
        "version": offer.version,
        "status": status,
        "has_entered": number is not None,
        "is_in": is_in,
        "plays": plays,
        "act": act_of(held, number, is_in) if plays and held.rules.bots and not held.ended else None,
    }


def act_of(held: Tournament, number: int | None, is_in: bool) -> str | None:
    """Matchmaking has the last word."""
    if is_in:
        return "withdraw"
    is_open = held.nonces is None or is_open_late(held)
    if number is not None:
        return "return" if is_open or number in held.members else None
    return "enter" if is_open else None
