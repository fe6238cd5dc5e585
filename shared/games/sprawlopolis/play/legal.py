"""What a seat may do now. Every move object is made once and kept."""

from itertools import chain

from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.city import open_spots
from shared.games.sprawlopolis.play.ground import Spot, cell_of
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.state import State, to_move


def legal_moves(state: State, seat: int) -> list[PlayCard]:
    """By card, spot (row by row) and turn."""
    if to_move(state) != (seat,):
        return []
    spots = open_spots(state.city)
    ways = (map(WAYS[card].__getitem__, spots) for card in state.cards_of(seat))
    return list(chain.from_iterable(chain.from_iterable(ways)))


class Ways(dict[Spot, tuple[PlayCard, PlayCard]]):
    """Both ways to lay a card onto a spot: made when they are first asked for, kept for as many spots as there are."""

    def __init__(self, card: int) -> None:
        self.card = card

    def __missing__(self, spot: Spot) -> tuple[PlayCard, PlayCard]:
        place = cell_of(spot)
        unturned, turned = (PlayCard(card=self.card, place=place, turned=turned) for turned in (False, True))
        self[spot] = unturned, turned
        return unturned, turned


WAYS = {card: Ways(card) for card in CARDS}
