"""Which bots fit a table: those that can sit down, and play that game in that way."""

from collections.abc import Mapping

from shared.errors import NotAllowed, NotFound
from shared.games.game import Option
from shared.games.registry import GAMES
from shared.platform.table.decide import check_seats
from shared.roster.offer import Offer
from shared.roster.roster import Roster


def fitting(roster: Roster, game: str, seats: int, options: Mapping[str, Option]) -> list[Offer]:
    return [offer for offer in roster.offered() if offer.plays(game, seats, options)]


def offer_for(roster: Roster, name: str, game: str, seats: int, options: Mapping[str, Option]) -> Offer:
    """The newest version of a bot that can sit down, for this table. Raises NotFound, NotAllowed."""
    offer = roster.newest(name)
    if offer is None and not roster.known(name):
        raise NotFound("there is no bot {name}", name=name)
    if offer is None:
        raise NotAllowed("nobody runs the bot {name} at the moment", name=name)
    check_seats(GAMES[game], seats)
    if not offer.plays(game, seats, options):
        raise NotAllowed("the bot {name} does not play this game in this way", name=name)
    return offer
