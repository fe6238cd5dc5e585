"""How events change a match of Sprawlopolis. It refuses nothing."""

from typing import assert_never

from shared.games.chance import Drawn
from shared.games.sprawlopolis.play.city import with_card
from shared.games.sprawlopolis.play.events import (
    CardDrawn,
    CardPlayed,
    CardShown,
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
            return _play(state, event)
        case HandPassed():
            return _pass(state, event)
        case CardDrawn():
            return _take(state, event)
        case CardShown():
            return _show(state, event)
        case TopShown(card=card):
            return state._replace(deck=(card, *state.deck[1:]), is_shown=True)
        case CityStarted():
            laid = Laid(event.card, spot_of(event.place), False)
            return state._replace(deck=state.deck[1:], laid=(laid,), city=with_card(state.city, *laid))
        case HandDealt(seat=seat):
            dealt = tuple(Held(card, 1 << seat) for card in event.cards)
            return state._replace(hands=_with(state.hands, seat, dealt), deck=state.deck[event.count :])
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


def _show(state: State, event: CardShown) -> State:
    hand = [Held(held.card, EVERYBODY) if held.card == event.card else held for held in state.hands[event.seat]]
    return state._replace(hands=_with(state.hands, event.seat, in_order(hand)), shown=event.card)


def _play(state: State, event: CardPlayed) -> State:
    """The events of every turn take and give all fields by position: by name takes twice as long.

    None of them leaves a card shown.
    """
    rules, difficulty, starts, active, goals, target, hands, remembered, deck, is_shown, cards, city, _ = state
    laid = Laid(event.card, spot_of(event.place), event.turned)
    hands = _with(hands, event.seat, tuple([held for held in hands[event.seat] if held.card != event.card]))
    cards, city = (*cards, laid), with_card(city, *laid)
    return State(rules, difficulty, starts, active, goals, target, hands, remembered, deck, is_shown, cards, city)


def _pass(state: State, event: HandPassed) -> State:
    rules, difficulty, starts, _, goals, target, hands, remembered, deck, is_shown, cards, city, _ = state
    giver, active = event.seat, event.to
    passed = [Held(card, known | 1 << active) for card, known in hands[giver]]
    hands = _with(_with(hands, giver, ()), active, in_order([*hands[active], *passed]))
    return State(rules, difficulty, starts, active, goals, target, hands, remembered, deck, is_shown, cards, city)


def _take(state: State, event: CardDrawn) -> State:
    rules, difficulty, starts, active, goals, target, hands, remembered, deck, _, cards, city, _ = state
    hands = _with(hands, event.seat, in_order([*hands[event.seat], Held(event.card, EVERYBODY)]))
    return State(rules, difficulty, starts, active, goals, target, hands, remembered, deck[1:], False, cards, city)


def _with(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
