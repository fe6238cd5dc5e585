"""What the laws for every game have to know about Quadropolis."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

from shared.games.chance import Drawn
from shared.games.grid import Cell
from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.board import BOARDS, SLOTS
from shared.games.quadropolis.play.events import SiteDealt, TileTaken
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.pieces import Mode
from shared.games.quadropolis.play.setup import Options
from shared.games.quadropolis.play.state import State
from shared.games.quadropolis.play.tiles import NUMBER, TILES, decks

__all__ = ["CHOSEN", "GAME", "OPTIONS", "count_pieces", "otherwise", "turns", "well_formed"]

OPTIONS = [Options(mode=mode, squares=squares) for mode in get_args(Mode) for squares in (False, True)]
SOME_CELLS = {Cell(row, column) for row in range(5) for column in range(5)}  # of both cities, and some of neither


def turns(options: Options, seats: int) -> int:
    """Of all seats together."""
    return seats * {"classic": 16, "expert": 20}[options.mode]


def well_formed(state: State) -> Iterator[TakeTile]:
    for architect, slot, target in product((1, 2, 3, 4, 5), SLOTS, (*SOME_CELLS, None)):
        yield TakeTile(architect=architect, slot=slot, target=target)


CHOSEN: tuple[dict[str, str], ...] = ({}, {"architect": "1"}, {"slot": "N1", "architect": "4"}, {"tile": "3,3"})


def otherwise(state: Any, seat: int | None = None) -> Any:
    """A world that looks the same to all: what has not been dealt yet, or lies face down, comes in another order."""
    start, *rounds = state.orders
    orders = [(start[0], *reversed(start[1:]))]
    for number, order in enumerate(rounds, 1):
        hidden = [item for item in order if is_hidden(state, number, item)]
        orders.append(tuple(hidden.pop() if is_hidden(state, number, item) else item for item in order))
    return state._replace(orders=tuple(orders))


def is_hidden(state: Any, number: int, item: int) -> bool:
    return number > state.round or TILES[deck(state, number)[item]].players > len(state.holdings)


def deck(state: Any, number: int) -> tuple[int, ...]:
    return decks(state.mode, state.with_squares)[number]


def count_pieces(events: Any, state: State) -> None:
    """Every tile of the draws is in exactly one spot, and what was received is what the placed tiles give."""
    drawn, *happened = events
    assert isinstance(drawn, Drawn)
    where = Counter(tile for holding in state.holdings for pile in holding.squares for tile in pile)
    taken = [event for event in happened if isinstance(event, TileTaken)]
    where.update(NUMBER[event.tile] for event in taken if event.tile and is_discarded(event))
    where.update(tile for tile in state.site if tile >= 0)
    where.update(left_over_or_down(happened, state))
    for number in range(state.round + 1, BOARDS[state.mode].rounds + 1):
        where.update(deck(state, number))
    assert where == Counter(tile for tiles in decks(state.mode, state.with_squares) for tile in tiles)
    for holding in state.holdings:
        placed = [TILES[tile] for pile in holding.squares for tile in pile]
        assert holding.inhabitants == sum(tile.inhabitants for tile in placed)
        assert holding.energy == sum(tile.energy for tile in placed)


def is_discarded(event: TileTaken) -> bool:
    return event.tile is not None and event.target is None


def left_over_or_down(happened, state: State) -> list[int]:
    """The tiles of the rounds so far that went away with their round, or are out of the match face down."""
    taken = {event.tile for event in happened if isinstance(event, TileTaken)}
    gone: list[int] = []
    for event in happened:
        if isinstance(event, SiteDealt):
            up = {NUMBER[tile] for tile in event.site if tile is not None}
            gone += [tile for tile in deck(state, event.round) if tile not in up]
            if event.round <= state.ended:
                gone += [tile for tile in up if TILES[tile].id not in taken]
    return gone
