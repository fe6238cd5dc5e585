"""Where a card may lie, from sets of bits, and what a seat may do now; every move is made once, for ever."""

from collections.abc import Iterable
from functools import lru_cache

from shared.games.sprawlopolis.play.city import City
from shared.games.sprawlopolis.play.ground import CORNERS, COVERED, SIDES, Spot, cell_of, each
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.state import State, to_move


def legal_moves(state: State, seat: int) -> list[PlayCard]:
    """By card, place (row by row) and turn."""
    if to_move(state) != (seat,):
        return []
    spots = places(state.city)
    return [move for card in state.cards_of(seat) for spot in spots for move in _either_way(card, spot)]


def places(city: City) -> list[Spot]:
    """Where the top left block of a card may come to lie, row by row."""
    return list(each(reached(city)))


def reached(city: City) -> int:
    """As a set of bits: there a card covers at least one block of the city, or shares a side with one."""
    return _with_a_block_in(city.built | _beside(city, SIDES.values()))


def touched(city: City) -> list[Spot]:
    """There a card would touch corners of the city alone, which is not enough; row by row."""
    return list(each(_with_a_block_in(_beside(city, CORNERS)) & ~reached(city)))


def _beside(city: City, steps: Iterable[int]) -> int:
    found = 0
    for step in steps:
        found |= _moved(city.built, step)
    return found


def _with_a_block_in(spots: int) -> int:
    """Where the top left block of a card lies that has a block in any of them."""
    found = 0
    for step in COVERED:
        found |= _moved(spots, -step)
    return found


def _moved(spots: int, step: int) -> int:
    return spots << step if step > 0 else spots >> -step


@lru_cache(maxsize=1 << 15)
def _either_way(card: int, spot: Spot) -> tuple[PlayCard, PlayCard]:
    place = cell_of(spot)
    return PlayCard(card=card, place=place, turned=False), PlayCard(card=card, place=place, turned=True)
