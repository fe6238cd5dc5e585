"""What the laws for every game have to know about Sprawlopolis."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

from shared.games.grid import Cell
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.city import corners
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.pieces import Difficulty
from shared.games.sprawlopolis.play.setup import Options
from shared.games.sprawlopolis.play.state import Hand, State

__all__ = ["CHOSEN", "GAME", "OPTIONS", "count_pieces", "otherwise", "turns", "well_formed"]

OPTIONS = [Options(difficulty=difficulty) for difficulty in get_args(Difficulty)]
MARGIN = 4  # rows and columns around the city: more than a card reaches
FAR = (Cell(-30, -30), Cell(29, 30), Cell(31, 0), Cell(0, -1000))


def turns(options: Options, seats: int) -> int:
    """Of all seats together."""
    return 14


def well_formed(state: State) -> Iterator[PlayCard]:
    """All cards that anybody holds and one that nobody does, at all places near the city and some far away."""
    held = {card for seat in range(len(state.hands)) for card in state.cards_of(seat)}
    first, last = corners(state.city.blocks)
    down = range(first.row - MARGIN, last.row + MARGIN)
    across = range(first.column - MARGIN, last.column + MARGIN)
    for card in (*held, state.goals[0]):
        for place, turned in product((*map(Cell._make, product(down, across)), *FAR), (False, True)):
            yield PlayCard(card=card, place=place, turned=turned)


CHOSEN: tuple[dict[str, str], ...] = (
    {},
    {"card": "7"},
    {"place": "-1,0", "turned": "yes"},
    *({"card": str(card), "place": "1,1"} for card in (1, 9, 18)),
)


def otherwise(state: Any, seat: int | None) -> Any:
    """A world that looks the same to the seat: cards that it doesn't know are elsewhere."""
    hidden = [card for card in _hidden(state, seat) if card is not None]
    others = iter([*hidden[1:], *hidden[:1]])
    hands = [
        [held if _knows(held, seat) else held._replace(card=next(others)) for held in hand] for hand in state.hands
    ]
    deck = [card if at == 0 and state.is_shown else next(others) for at, card in enumerate(state.deck)]
    return state._replace(hands=tuple(tuple(sorted(hand)) for hand in hands), deck=tuple(deck))


def _hidden(state: State, seat: int | None) -> list[int | None]:
    hidden = [held.card for hand in state.hands for held in hand if not _knows(held, seat)]
    return [*hidden, *state.deck[state.is_shown :]]


def _knows(held: Any, seat: int | None) -> bool:
    """Everybody knows what lay open on the deck; any other card is known to those who have or had it."""
    return held.known == -1 or (seat is not None and bool(held.known >> seat & 1))


def count_pieces(events: Any, state: State) -> None:
    """Each of the 18 cards is in exactly one of goals, city, hands and deck."""
    where = Counter([*state.goals, *(laid.card for laid in state.laid)])
    where.update(card for hand in state.hands for card in _cards(hand))
    where.update(card for card in state.deck if card is not None)
    assert where == Counter(CARDS.keys())
    assert len(state.goals) == 3


def _cards(hand: Hand) -> list[int]:
    return [held.card for held in hand if held.card is not None]
