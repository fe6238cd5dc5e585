"""What a click or a key does to the calculator. One press is one step: of the goals, of the hand, or of the city.

`goal-7`: lay a goal or take it back; `easier` and the like; `card-7`: take a card in hand or put it away; `turn` it;
`lay` it on a place; `take` the last one up again; `empty` the city.
"""

from shared.games.grid import Cell
from shared.games.sprawlopolis.page.entered import DIFFICULTIES, NUMBERS, Entered
from shared.games.sprawlopolis.play.ground import is_near, spot_of
from shared.games.sprawlopolis.play.state import Laid

PRESSES = (
    *(*DIFFICULTIES, "turn", "lay", "take", "empty"),
    *(f"{what}-{number}" for what in ("goal", "card") for number in NUMBERS),
)


def pressed(entered: Entered, key: str, place: Cell | None) -> Entered:
    """A key that means nothing here changes nothing."""
    for difficulty in DIFFICULTIES:
        if key == difficulty:
            return entered._replace(difficulty=difficulty)
    what, _, number = key.partition("-")
    match what:
        case "goal" if number in NUMBERS:
            return _with_goal(entered, NUMBERS[number])
        case "card" if number in NUMBERS and NUMBERS[number] not in entered.in_city:
            return entered._replace(card=None if entered.card == NUMBERS[number] else NUMBERS[number])
        case "turn":
            return entered._replace(turned=not entered.turned)
        case "lay" if place is not None and is_near(place):
            return _laid(entered, place)
        case "take" if entered.laid:
            last = entered.laid[-1]
            return entered._replace(laid=entered.laid[:-1], card=last.card, turned=last.turned)
        case "empty":
            return entered._replace(laid=(), card=None, turned=False)
        case _:
            return entered


def _with_goal(entered: Entered, goal: int) -> Entered:
    if goal in entered.goals:
        return entered._replace(goals=tuple(other for other in entered.goals if other != goal))
    return entered._replace(goals=(*entered.goals, goal))


def _laid(entered: Entered, place: Cell) -> Entered:
    spot = spot_of(place)
    if entered.card is None or spot not in entered.open_spots:
        return entered
    laid = Laid(entered.card, spot, entered.turned)
    return entered._replace(laid=(*entered.laid, laid), card=None, turned=False)
