"""How events change a match of Quadropolis. It refuses nothing."""

from typing import TypeVar, assert_never

from shared.games.chance import Drawn
from shared.games.quadropolis.play.board import BOARDS, OFF, SITE_LINES, SITE_SQUARES, SLOT_NUMBER, SQUARE, Pool
from shared.games.quadropolis.play.events import Event, MayorDrawn, RoundEnded, SiteDealt, TileTaken
from shared.games.quadropolis.play.state import DOWN, EMPTY, NOWHERE, Holding, Posted, State
from shared.games.quadropolis.play.tiles import FLAT, NUMBER, PILE

T = TypeVar("T")


def evolve(state: State, event: Event | Drawn) -> State:
    match event:
        case TileTaken():
            return _take(state, event)
        case SiteDealt():
            return _deal(state, event)
        case RoundEnded():
            return _end_round(state, event)
        case MayorDrawn(seat=seat):
            return state._replace(mayor=seat, starts=seat)
        case Drawn(orders=orders):
            return state._replace(orders=orders)
        case _:
            assert_never(event)


def _take(state: State, event: TileTaken) -> State:
    """By far the most frequent event, so all fields are taken and given by position: by name takes twice as long."""
    rules, mode, squares, orders, dealt, ended, mayor, starts, turns_left, _, site, slots, there, pools, held = state
    seat, slot, pool = event.seat, SLOT_NUMBER[event.slot], state.pool_of(event.seat)
    urbanist = event.square.row * SITE_LINES + event.square.column
    mayor, turns_left, slots = seat if event.mayor else mayor, turns_left - 1, slots | 1 << slot
    if event.tile is not None:  # a tile that lies face down stays there
        site = _with(site, urbanist, EMPTY)
    there = (*there, Posted(slot, seat, event.architect))
    pools = _with(pools, pool, _one_less(pools[pool], event.architect))
    held = _with(held, seat, _with_tile(state, event))
    return State(
        rules, mode, squares, orders, dealt, ended, mayor, starts, turns_left, urbanist, site, slots, there, pools, held
    )


def _with_tile(state: State, event: TileTaken) -> Holding:
    past = state.holdings[event.seat]
    if event.tile is None or event.target is None:
        return Holding(*past[:-1], NOWHERE)
    return built(past, NUMBER[event.tile], SQUARE[state.mode][event.target], event.inhabitants, event.energy)


def built(past: Holding, tile: int, square: int, inhabitants: int, energy: int) -> Holding:
    """With one more tile on a square, and what was received for it."""
    empty, stacks, squares, inhabited, powered, _ = past
    pile, floors = PILE[tile], squares[square]
    if pile != FLAT:
        stacks = _with(stacks, pile, _grown(stacks[pile], len(floors), square))
    squares = _with(squares, square, (*floors, tile))
    return Holding(empty & ~(1 << square), stacks, squares, inhabited + inhabitants, powered + energy, square)


def _grown(stacks: tuple[int, ...], floors: int, square: int) -> tuple[int, ...]:
    """Of one kind, with a floor more on a square that had so many."""
    grown = list(stacks)
    grown[floors] &= ~(1 << square)
    grown[floors + 1] |= 1 << square
    return tuple(grown)


def _one_less(pool: Pool, architect: int) -> Pool:
    return _with(pool, architect, pool[architect] - 1)


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _deal(state: State, event: SiteDealt) -> State:
    return state._replace(
        round=event.round,
        starts=event.starts,
        turns_left=len(state.holdings) * BOARDS[state.mode].turns,
        site=tuple(DOWN if tile is None else NUMBER[tile] for tile in event.site),
    )


def _end_round(state: State, event: RoundEnded) -> State:
    return state._replace(
        ended=event.round,
        starts=event.mayor,
        urbanist=OFF,
        site=(EMPTY,) * SITE_SQUARES,
        slots=0,
        architects=(),
        pools=BOARDS[state.mode].pools(len(state.holdings)),
    )
