"""Why a card or a place can't be chosen now: one sentence per rule, None if it can.

`seat` in the values counts from 0: the page puts the player's name there.
"""

from shared.errors import IllegalMove, NotYourTurn
from shared.games import refusals
from shared.games.grid import Cell
from shared.games.sprawlopolis.play.city import City
from shared.games.sprawlopolis.play.ground import CORNERS, is_near, spot_of, spots_under
from shared.games.sprawlopolis.play.state import State, to_move
from shared.marked import marked

APART = marked("a card must cover the city or lie beside it")
AT_CORNER = marked("touching the city at a corner is not enough: the card must share a side with it")

NUMBER_OF_CARDS = marked("a city has 1 to {most} cards")
LIES_ALREADY = marked("card {card} is already in the city")
NO_GOAL = marked("there is no goal {goal}")
GOAL_TWICE = marked("each goal can be named only once")


def turn_refusal(state: State, seat: int) -> NotYourTurn | None:
    return refusals.turn_refusal(to_move(state), seat)


def hand_refusal(state: State, seat: int, card: int) -> IllegalMove | None:
    if card in state.cards_of(seat):
        return None
    return IllegalMove("card {card} is not in your hand", card=card)


def card_refusal(state: State, seat: int, card: int) -> IllegalMove | None:
    if state.shown in (None, card):
        return hand_refusal(state, seat, card)
    return IllegalMove("you have shown card {card}: it is the one to lay in this turn", card=state.shown)


def show_refusal(state: State) -> IllegalMove | None:
    """Why no card can be shown; not that the others may remember it: which one is to be laid is what they learn."""
    if len(state.hands) == 1:
        return IllegalMove("nobody else is here to whom a card could be shown")
    if state.shown is not None:
        return IllegalMove("you have shown card {card} in this turn already", card=state.shown)
    return None


def place_refusal(city: City, place: Cell) -> IllegalMove | None:
    if not is_near(place):
        return IllegalMove(APART)
    spot = spot_of(place)
    if city.reached >> spot & 1:
        return None
    if any(other + step in city.blocks for other in spots_under(spot) for step in CORNERS):
        return IllegalMove(AT_CORNER)
    return IllegalMove(APART)
