"""What a seat may do now. Every move object is made once and kept."""

from functools import cache

from shared.games.sprawlopolis.play.city import open_runs
from shared.games.sprawlopolis.play.ground import WIDTH, cell_of
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.state import State, to_move

WAYS = 2  # to lay a card onto a spot: unturned and turned


def legal_moves(state: State, seat: int) -> list[PlayCard]:
    """By card, spot (row by row) and turn; of the card that was shown, if one was. To show one answers no turn."""
    if to_move(state) != (seat,):
        return []
    runs = [(row, slice(WAYS * first, WAYS * end)) for row, first, end in open_runs(state.city)]
    found: list[PlayCard] = []
    for card in state.cards_of(seat) if state.shown is None else (state.shown,):
        for row, run in runs:
            found += _in_row(card, row)[run]
    return found


@cache
def _in_row(card: int, row: int) -> tuple[PlayCard, ...]:
    """Every way to lay a card onto the spots of a row: made when it is first asked for."""
    spots = range(row * WIDTH, (row + 1) * WIDTH)
    return tuple(PlayCard(card=card, place=cell_of(spot), turned=turned) for spot in spots for turned in (False, True))
