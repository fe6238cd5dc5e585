"""Whether a move is allowed, and what it does: nothing else in Sprawlopolis says no."""

from shared.games.sprawlopolis.play.events import CardDrawn, CardPlayed, Event, HandPassed
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.refusals import card_refusal, place_refusal, turn_refusal
from shared.games.sprawlopolis.play.state import State


def decide(state: State, seat: int, move: PlayCard) -> list[Event]:
    """Raises IllegalMove or NotYourTurn. Works on the mover's view too."""
    check(state, seat, move)
    played = CardPlayed(seat=seat, card=move.card, place=move.place, turned=move.turned)
    rest = tuple(card for card in state.cards_of(seat) if card != move.card)
    return [played, *_passed(state, seat, rest), *_drawn(state, seat)]


def check(state: State, seat: int, move: PlayCard) -> None:
    refusal = turn_refusal(state, seat) or card_refusal(state, seat, move.card) or place_refusal(state.city, move.place)
    if refusal:
        raise refusal


def _passed(state: State, seat: int, rest: tuple[int, ...]) -> list[HandPassed]:
    """Nothing where one plays alone; among several, an empty hand is that of the last to play."""
    if len(state.hands) == 1 or not rest:
        return []
    return [HandPassed(seat=seat, to=(seat + 1) % len(state.hands), count=len(rest), cards=rest)]


def _drawn(state: State, seat: int) -> list[CardDrawn]:
    return [] if state.top is None else [CardDrawn(seat=seat, card=state.top)]
