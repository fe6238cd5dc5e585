"""What a seat may do now. Every move object is made once and kept."""

from functools import lru_cache

from shared.games.sprawlopolis.play.city import open_spots
from shared.games.sprawlopolis.play.ground import Spot, cell_of
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.state import State, to_move


def legal_moves(state: State, seat: int) -> list[PlayCard]:
    """By card, spot (row by row) and turn."""
    if to_move(state) != (seat,):
        return []
    spots = open_spots(state.city)
    return [move for card in state.cards_of(seat) for spot in spots for move in _either_way(card, spot)]


@lru_cache(maxsize=1 << 15)
def _either_way(card: int, spot: Spot) -> tuple[PlayCard, PlayCard]:
    place = cell_of(spot)
    return PlayCard(card=card, place=place, turned=False), PlayCard(card=card, place=place, turned=True)
