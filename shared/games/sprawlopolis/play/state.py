"""A match of Sprawlopolis at one moment. Cards are their numbers, spots are numbered as in `ground.py`."""

from collections.abc import Iterable
from typing import NamedTuple

from shared.games.grid import Cell
from shared.games.sprawlopolis.play.city import City
from shared.games.sprawlopolis.play.ground import Spot
from shared.games.sprawlopolis.play.pieces import Difficulty

NOBODY = -1  # instead of a seat, until one is drawn
IN_CITY = 15  # cards of a finished city
FULL_HAND = 3  # cards of the seat that plays next, as long as there are enough
GOALS = 3
FIRST_PLACE = Cell(0, 0)  # of the city's first card
EVERYBODY = -1  # instead of the seats that know a card: all bits


class Held(NamedTuple):
    """A card in a hand, None if a view doesn't show which; `known`: the seats that know it, as a bit set.

    A seat that has held a card knows where it is, because a hand is only ever passed on as a whole; and everybody knows
    where a card is that lay open on the deck, or was shown.
    """

    card: int | None
    known: int


UNKNOWN = Held(None, 0)

Hand = tuple[Held, ...]
"""By number, so that the position in a hand says nothing; hidden cards come last."""


class Laid(NamedTuple):
    """A card in the city, in the order of play."""

    card: int
    spot: Spot
    turned: bool


class State(NamedTuple):
    """`starts` is drawn, but not yet announced, while `active` is nobody. `deck`, from its top on, has all 18 cards
    before they are dealt; `is_shown` says that its top card lies open. `remembered`, by holder, is for views only: the
    cards of others that the viewing seat has seen in its own hand, or open on the deck. `shown` is the card of the
    active hand that everybody was shown in this turn.
    """

    rules: int
    difficulty: Difficulty
    starts: int | None
    active: int
    goals: tuple[int, ...]
    target: int
    hands: tuple[Hand, ...]
    remembered: tuple[tuple[int, ...], ...]
    deck: tuple[int | None, ...]
    is_shown: bool
    laid: tuple[Laid, ...]
    city: City
    shown: int | None = None

    @property
    def top(self) -> int | None:
        """The card that lies open on the deck."""
        return self.deck[0] if self.is_shown else None

    @property
    def moves_left(self) -> int:
        return IN_CITY - len(self.laid)

    def cards_of(self, seat: int) -> list[int]:
        """Those cards of the hand that are shown."""
        return [held.card for held in self.hands[seat] if held.card is not None]


def in_order(hand: Iterable[Held]) -> Hand:
    hand = list(hand)
    known = sorted([held for held in hand if held.card is not None])
    return (*known, *[held for held in hand if held.card is None])


def to_move(state: State) -> tuple[int, ...]:
    """Nobody before the city is started and after it is finished."""
    return (state.active,) if state.laid and state.moves_left else ()
