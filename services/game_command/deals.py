"""Matches of deals over HTTP: each person has one in each deal, whose id follows from both."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask_smorest import Blueprint

from services.game_command.clock_times import now
from services.game_command.schemas import Began, DealPlayed
from services.game_command.stand_ins import SERVICE
from shared.errors import MatchOver, NotAllowed, NotYourSeat, ReadOnly
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.envelope import moment
from shared.platform.deal import Deal, cited_by, start_of, try_of
from shared.platform.keys import Keys, check_key
from shared.platform.match import Command, Start
from shared.platform.player import is_person
from shared.web.host_key import public_host_key
from shared.web.ledger import streams
from shared.web.service import asker

Body = Mapping[str, Any]

ABOUT = "Matches on draws that all players share."
deals = Blueprint("deals", __name__, url_prefix="/matches/deals", description=ABOUT)


@deals.post("")
@deals.arguments(DealPlayed)
@deals.response(200, Began)
def play_deal(body: Body) -> dict[str, Any]:
    """Begin your match of a deal, or find the one that you have begun: everybody has one, on the same draws."""
    folded = streams().deal(body["deal"])
    deal, player = folded.state, asker()
    if not is_person(player):
        raise NotYourSeat("people play deals: bots sit where a deal has them")
    id_ = try_of(deal.facts, player)
    if not streams().ledger.last(f"match:{id_}"):
        check_time(deal)
        if body["key"] is not None:
            check_key(body["key"])
        game = GAMES.get(deal.facts.game)
        if game is None or deal.facts.rules > game.rules:
            raise ReadOnly("this server does not have the rules of this match")
        keys = Keys(public_host_key(), tuple(None if bot else body["key"] for bot in deal.facts.bots))
        begin(id_, start_of(deal.facts, cited_by(folded), game, player, keys), folded.stream)
    return {"id": id_}


def check_time(deal: Deal) -> None:
    """The match itself says no where the end comes meanwhile. Raises NotAllowed."""
    if now() < moment(deal.facts.begins):
        raise NotAllowed("this deal has not begun yet")
    if not deal.is_playable(now()):
        raise NotAllowed("this deal is over: nobody can begin to play it any more")


def begin(id_: str, command: Start, deal: str) -> None:
    """However often and from wherever it is asked for, the match starts once."""
    message: Message[Command] = Message(stream=f"match:{id_}", by=SERVICE, cause=f"{deal}:start_match", command=command)
    with suppress(MatchOver):  # it has already started
        streams().matches.handle(message)
