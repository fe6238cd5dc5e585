"""How events change a match of Sprawlopolis. It refuses nothing."""

from typing import assert_never

from shared.games.chance import Drawn
from shared.games.grid import Cell
from shared.games.sprawlopolis.play.city import with_card
from shared.games.sprawlopolis.play.events import (
    CardDrawn,
    CardPlayed,
    CityStarted,
    Event,
    GoalsLaid,
    HandDealt,
    HandPassed,
    StarterDrawn,
    TopShown,
)
from shared.games.sprawlopolis.play.ground import spot_of
from shared.games.sprawlopolis.play.state import EVERYBODY, Hand, Held, Laid, State, in_order


def evolve(state: State, event: Event | Drawn) -> State:
    match event:
        case CardPlayed():
            hand = tuple(held for held in state.hands[event.seat] if held.card != event.card)
            return _laid(_with_hands(state, {event.seat: hand}), event.card, event.place, event.turned)
        case HandPassed():
            return _pass(state, event)
        case CardDrawn(seat=seat, card=card):
            hand = in_order((*state.hands[seat], Held(card, EVERYBODY)))
            return _with_hands(state, {seat: hand})._replace(deck=state.deck[1:], is_shown=False)
        case TopShown(card=card):
            return state._replace(deck=(card, *state.deck[1:]), is_shown=True)
        case CityStarted():
            return _laid(state._replace(deck=state.deck[1:]), event.card, event.place, False)
        case HandDealt(seat=seat):
            dealt = tuple(Held(card, 1 << seat) for card in event.cards)
            return _with_hands(state, {seat: dealt})._replace(deck=state.deck[event.count :])
        case GoalsLaid():
            return state._replace(goals=event.cards, target=event.target, deck=state.deck[len(event.cards) :])
        case StarterDrawn(seat=seat):
            return state._replace(starts=seat, active=seat)
        case Drawn():
            return _draw(state, event)
        case _:
            assert_never(event)


def _draw(state: State, event: Drawn) -> State:
    (_, cards), (start, order) = event.draws, event.orders
    return state._replace(starts=start[0], deck=tuple(int(cards.items[index]) for index in order))


def _laid(state: State, card: int, place: Cell, is_turned: bool) -> State:
    spot = spot_of(place)
    laid = (*state.laid, Laid(card, spot, is_turned))
    return state._replace(laid=laid, city=with_card(state.city, card, spot, is_turned))


def _pass(state: State, event: HandPassed) -> State:
    passed = tuple(Held(held.card, held.known | 1 << event.to) for held in state.hands[event.seat])
    hands = {event.seat: (), event.to: in_order((*state.hands[event.to], *passed))}
    return _with_hands(state, hands)._replace(active=event.to)


def _with_hands(state: State, new: dict[int, Hand]) -> State:
    return state._replace(hands=tuple(new.get(seat, hand) for seat, hand in enumerate(state.hands)))
