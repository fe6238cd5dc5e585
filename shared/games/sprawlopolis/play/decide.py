"""Whether a move is allowed, and what it does: nothing else in Sprawlopolis says no."""

from shared.games.sprawlopolis.play.events import CardDrawn, CardPlayed, CardShown, Event, HandPassed
from shared.games.sprawlopolis.play.moves import Move, PlayCard, ShowCard
from shared.games.sprawlopolis.play.refusals import (
    card_refusal,
    hand_refusal,
    place_refusal,
    show_refusal,
    turn_refusal,
)
from shared.games.sprawlopolis.play.state import State


def decide(state: State, seat: int, move: Move) -> list[Event]:
    """Raises IllegalMove or NotYourTurn. Works on the mover's view too."""
    if isinstance(move, ShowCard):
        return _shown(state, seat, move)
    check(state, seat, move)
    played = CardPlayed(seat=seat, card=move.card, place=move.place, turned=move.turned)
    rest = tuple(card for card in state.cards_of(seat) if card != move.card)
    return [played, *_passed(state, seat, rest), *_drawn(state, seat)]


def check(state: State, seat: int, move: PlayCard) -> None:
    refusal = turn_refusal(state, seat) or card_refusal(state, seat, move.card) or place_refusal(state.city, move.place)
    if refusal:
        raise refusal


def _shown(state: State, seat: int, move: ShowCard) -> list[Event]:
    refusal = turn_refusal(state, seat) or show_refusal(state) or hand_refusal(state, seat, move.card)
    if refusal:
        raise refusal
    return [CardShown(seat=seat, card=move.card)]


def _passed(state: State, seat: int, rest: tuple[int, ...]) -> list[HandPassed]:
    """Nothing where one plays alone; among several, an empty hand is that of the last to play."""
    if len(state.hands) == 1 or not rest:
        return []
    return [HandPassed(seat=seat, to=(seat + 1) % len(state.hands), count=len(rest), cards=rest)]


def _drawn(state: State, seat: int) -> list[CardDrawn]:
    return [] if state.top is None else [CardDrawn(seat=seat, card=state.top)]
