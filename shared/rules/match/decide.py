"""The only place that says no to an order, and what follows from one that is allowed."""

from typing import Any, assert_never

from shared.errors import MatchOver, NotAllowed, NotYourSeat, NotYourTurn, ReadOnly, StaleTurn
from shared.rules.match.evolve import after
from shared.rules.match.follow import and_what_follows
from shared.rules.match.orders import Abort, Adjudicate, AgreeToStandIn, Asked, Order, Play, Resign, SeatStandIn, Start
from shared.rules.match.start import beginning
from shared.rules.match.state import Match
from shared.rules.places import are_places
from shared.rules.platform import MatchAborted, MatchAdjudicated, SeatResigned, StandInAgreed, StandInSeated

STAND_IN = "bot:any_move@1"


def decide(match: Match, order: Order) -> list[Any]:
    """The events that the order leads to, or a verdict: MatchOver, StaleTurn, NotYourTurn, IllegalMove, NotAllowed."""
    if isinstance(order, Start):
        return _start(match, order)
    if match.started is None:
        raise MatchOver("the match has not started")
    if match.is_over:
        raise MatchOver("the match is over")
    match order:
        case Play():
            return _play(match, order)
        case Resign():
            return _resign(match, order)
        case SeatStandIn():
            return _stand_in(match, order)
        case AgreeToStandIn():
            return _agree(match, order)
        case Abort():
            return _abort(match, order)
        case Adjudicate():
            return _adjudicate(match, order)
        case _:
            assert_never(order)


def _start(match: Match, order: Start) -> list[Any]:
    if match.started is not None:
        raise MatchOver("the match has already started")
    return [event for step in beginning(match, order) for event in step.events]


def _play(match: Match, order: Play) -> list[Any]:
    if match.game is None:
        raise ReadOnly("this server does not have the rules of this match")
    if order.seat not in range(len(match.players)) or match.players[order.seat] != order.player:
        raise NotYourSeat("you do not sit at this match")
    if match.is_paused:
        raise NotAllowed("the match is paused")
    if order.turn != match.turn:
        raise _stale(match, order.turn)
    if order.seat not in match.called:
        raise NotYourTurn("waiting for {seats}", seats=match.called)
    events = match.game.decide(match.state, order.seat, order.move)
    asked = Asked(order.seat, order.turn, order.move)
    return and_what_follows(after(match, events, asked), events)


def _stand_in(match: Match, order: SeatStandIn) -> list[Any]:
    if not match.players[order.seat].startswith("bot:") or match.players[order.seat] == STAND_IN:
        raise NotAllowed("only another bot's seat is taken over")
    if order.turn is not None and order.turn != match.turn_of(order.seat):
        raise _stale(match, order.turn)
    return [StandInSeated(seat=order.seat, player=STAND_IN)]


def _agree(match: Match, order: AgreeToStandIn) -> list[Any]:
    """When all agree who are there, a bot plays the seat on."""
    seat, agreed = match.seat_of(order.player), match.agreed.get(order.absent, frozenset())
    if seat is None:
        raise NotYourSeat("you do not sit at this match")
    if order.turn != match.turn:
        raise _stale(match, order.turn)
    if order.absent not in match.called or not match.players[order.absent].startswith("person:"):
        raise NotAllowed("nobody is waiting for a person in this seat")
    if seat in agreed:
        raise NotAllowed("you have agreed already")
    if seat == order.absent:
        raise NotAllowed("you can't give your own seat to a bot like this: resign instead")
    asked = {at for at, player in enumerate(match.players) if player.startswith("person:")} - {order.absent}
    everybody = asked - order.waived <= agreed | {seat}
    given = [StandInSeated(seat=order.absent, player=STAND_IN)] if everybody else []
    return [StandInAgreed(seat=seat, absent=order.absent, turn=order.turn), *given]


def _abort(match: Match, order: Abort) -> list[Any]:
    if order.at is not None and order.at != match.version:
        raise StaleTurn("the match went on", at=order.at, now=match.version)
    return [MatchAborted(reason=order.reason, note=order.note)]


def _adjudicate(match: Match, order: Adjudicate) -> list[Any]:
    if len(order.places) != len(match.players):
        raise NotAllowed("one place or none for each seat, {count} in this match", count=len(match.players))
    if not are_places(order.places):
        raise NotAllowed("places count from 1, and equal ones are shared: 1, 2, 2, 4")
    return [MatchAdjudicated(places=order.places, note=order.note)]


def _stale(match: Match, turn: int) -> StaleTurn:
    return StaleTurn("this turn is over: the match went on", turn=turn, now=match.turn)


def _resign(match: Match, order: Resign) -> list[Any]:
    seat = match.seat_of(order.player)
    if seat is None:
        raise NotYourSeat("you do not sit at this match")
    return [SeatResigned(seat=seat), StandInSeated(seat=seat, player=STAND_IN)]
