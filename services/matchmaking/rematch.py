"""A rematch: the same people and bots, with the same options, terms and house rules, at one table with seats turned."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from services.matchmaking import remote
from services.matchmaking.remote import Asking
from services.matchmaking.tables import new_id, opened
from shared.bots import USUAL_BOT
from shared.errors import KeyReused, MatchNotFound, NotAllowed, ReadOnly
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.people.house import Entry, House
from shared.platform.match import Match
from shared.platform.match.events import MatchStarted
from shared.platform.player import is_bot, is_person, player_from
from shared.platform.rematches import Rematch, turned
from shared.platform.table import Command, GiveUp, OpenTable
from shared.roster import Kind, Offer, fitting, offer_for
from shared.web.host_key import public_host_key
from shared.web.houses import houses
from shared.web.ledger import streams
from shared.web.rematches import rematches
from shared.web.rosters import roster

Seated = Sequence[tuple[int, Offer]]


def table_of_rematch(id_: str, me: str, cause: str) -> dict[str, Any]:
    """The open table where the players of this match meet again, or a new one.

    Raises MatchNotFound, NotAllowed, ReadOnly, KeyReused.
    """
    started, own = _played(id_, me), new_id(me, cause)
    if streams().tables.load(f"table:{own}").version:
        return _again(own, me, cause)
    last = rematches().newest(id_)
    if _has_others(started, me) and rematches().is_open(last):
        return _told(last, me)
    rematch = Rematch(last, last if _is_played_by_the_same(last, started) else id_)
    rematches().note(own, rematch)
    asked = _open(id_, started, me, cause, rematch)
    kept = _kept(own, rematch, me, cause, started)
    return {**kept, **asked} if kept["id"] == own else kept


def _played(id_: str, me: str) -> MatchStarted:
    match = streams().match(id_).state
    if match.started is None:
        raise MatchNotFound("there is no match {id}", id=id_)
    if me not in match.seating.owners:
        raise NotAllowed("only those who played a match can ask for a rematch")
    if not match.is_over:
        raise NotAllowed("you can ask for a rematch when the match is over")
    if match.started.game not in GAMES:
        raise ReadOnly("this server does not have the rules of this match")
    return _by_owners(match)


def _again(own: str, me: str, cause: str) -> dict[str, Any]:
    """The same request as before, whatever became of it."""
    rematch = rematches().of(own)
    if rematch is None:
        raise KeyReused("this key was used for something else", cause=cause)
    return _kept(own, rematch, me, cause, _by_owners(streams().match(rematch.turns).state))


def _by_owners(match: Match) -> MatchStarted:
    """As it was started, by those whose seats they were in the end."""
    return replace(match.start, players=match.seating.owners)


def _kept(own: str, rematch: Rematch, me: str, cause: str, started: MatchStarted) -> dict[str, Any]:
    """Against bots everybody has a table of their own. Of two that people open at once, the second is given up."""
    kept = rematches().keep(rematch.follows, own) if _has_others(started, me) else own
    if kept != own:
        give_up: Command = GiveUp(by=me)
        streams().tables.handle(Message(stream=f"table:{own}", by=me, cause=f"{cause[:56]}-close", command=give_up))
    return _told(kept, me)


def _open(id_: str, started: MatchStarted, me: str, cause: str, rematch: Rematch) -> dict[str, Any]:
    """With the house rules of the match; its players are invited where it was private."""
    game, bots = GAMES[started.game], _bots(started, streams().match(rematch.turns).state.seating.owners)
    sitting = [(seat, offer) for seat, offer in bots if offer.kind is not Kind.REMOTE]
    command = OpenTable(
        by=me,
        game=game,
        options=game.options(**started.options),
        seats=len(started.players),
        listed=False,
        hints=started.hints,
        terms=started.terms,
        seed=secrets.token_hex(32),
        host_key=public_host_key(),
        bots=tuple(offer.player for _, offer in sitting),
        seats_of_bots=tuple(seat for seat, _ in sitting),
    )
    answer = opened(command, cause, _house(id_, started))
    asked = [(seat, offer) for seat, offer in bots if offer.kind is Kind.REMOTE]
    asking = Asking(answer["id"], me, cause)
    return remote.ask_all([offer for _, offer in asked], asking, [seat for seat, _ in asked])


def _bots(started: MatchStarted, players: Sequence[str]) -> Seated:
    """Bots that can't sit down any more are replaced by the usual one."""
    seats = len(started.players)
    fit = {offer.name for offer in fitting(roster(), started.game, seats, started.options)}
    minds = [(turned(at, seats), player_from(player).name) for at, player in enumerate(players) if is_bot(player)]
    names = [(seat, mind if mind in fit else USUAL_BOT) for seat, mind in minds]
    return [(seat, offer_for(roster(), name, started.game, seats, started.options)) for seat, name in names]


def _house(id_: str, started: MatchStarted) -> House:
    house = houses().begun(id_)
    if house.entry is not Entry.PRIVATE:
        return House(Entry.LINK, house.talk, house.watch)
    invited = frozenset(player_from(player).name for player in started.players if is_person(player))
    return House(Entry.PRIVATE, house.talk, house.watch, invited)


def _has_others(started: MatchStarted, me: str) -> bool:
    return any(is_person(player) and player != me for player in started.players)


def _is_played_by_the_same(id_: str, started: MatchStarted) -> bool:
    return sorted(streams().matches.load(f"match:{id_}").state.seating.owners) == sorted(started.players)


def _told(id_: str, me: str) -> dict[str, Any]:
    table = streams().table(id_).state
    seat = rematches().seat_for(id_, me)
    return {"id": id_, "version": table.version, "commitment": table.opening.commitment, "seat": seat}
