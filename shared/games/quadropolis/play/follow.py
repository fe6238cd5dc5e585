"""What nobody asks for in Quadropolis: the first mayor, the end of a round, and the next site."""

from typing import cast

from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.events import Event, MayorDrawn, RoundEnded, SiteDealt
from shared.games.quadropolis.play.state import NOBODY, State
from shared.games.quadropolis.play.tiles import TILES, decks


def follow(state: State) -> list[Event]:
    """One event, or none if a player has to act or the match is over. It needs the draws: a view is not enough."""
    if not state.orders or state.turns_left:
        return []
    if state.mayor == NOBODY:
        return [_mayor_drawn(state)]
    if state.ended < state.round:
        return [RoundEnded(round=state.round, mayor=state.mayor)]
    if state.round < BOARDS[state.mode].rounds:
        return [_site_dealt(state, state.round + 1)]
    return []


def _mayor_drawn(state: State) -> MayorDrawn:
    return MayorDrawn(seat=_order(state, 0)[0])


def _site_dealt(state: State, round_: int) -> SiteDealt:
    deck, seats = decks(state.mode, state.with_squares)[round_], len(state.holdings)
    tiles = [TILES[deck[item]] for item in _order(state, round_)]
    site = tuple(tile.id if tile.players <= seats else None for tile in tiles)
    return SiteDealt(round=round_, starts=state.starts, site=site)


def _order(state: State, draw: int) -> tuple[int, ...]:
    return cast(tuple[int, ...], state.orders[draw])  # only views have gaps
