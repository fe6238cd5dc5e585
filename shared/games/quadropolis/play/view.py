"""What may be seen of a match of Quadropolis: everything but the orders of tiles not yet dealt or lying face down."""

from functools import cache, lru_cache

from shared.games.chance import Chance
from shared.games.quadropolis.play.state import NOBODY, Order, State
from shared.games.quadropolis.play.tiles import TILES, decks


def view(state: State, seat: int | None) -> State:
    """No seat knows more than another seat or a spectator."""
    return State(
        rules=state.rules,
        mode=state.mode,
        with_squares=state.with_squares,
        orders=_seen(
            state.orders, state.mode, state.with_squares, state.mayor != NOBODY, state.round, len(state.holdings)
        ),
        round=state.round,
        ended=state.ended,
        mayor=state.mayor,
        starts=state.starts,
        turns_left=state.turns_left,
        urbanist=state.urbanist,
        site=state.site,
        slots=state.slots,
        architects=state.architects,
        pools=state.pools,
        holdings=state.holdings,
    )


def imagine(view: State, seat: int | None, chance: Chance) -> State:
    """A state that agrees with the view, its hidden orders drawn afresh."""
    orders = (_filled(order, f"imagine_{draw}", chance) for draw, order in enumerate(view.orders))
    return view._replace(orders=tuple(orders))


@lru_cache(maxsize=1 << 8)
def _seen(
    orders: tuple[Order, ...], mode: str, with_squares: bool, is_started: bool, round_: int, seats: int
) -> tuple[Order, ...]:
    """It changes once in a round, and is asked for at every turn."""
    if not orders:
        return ()
    (first, *others), *rounds = orders
    found: list[Order] = [(first if is_started else None, *[None] * len(others))]
    for draw, order in enumerate(rounds, 1):
        down = _face_down(mode, with_squares, draw, seats)
        found.append(tuple([None if draw > round_ or item in down else item for item in order]))
    return tuple(found)


@cache
def _face_down(mode: str, with_squares: bool, draw: int, seats: int) -> frozenset[int]:
    """The items of a round's draw that lie face down."""
    deck = decks(mode, with_squares)[draw]
    return frozenset(item for item, tile in enumerate(deck) if TILES[tile].players > seats)


def _filled(order: Order, label: str, chance: Chance) -> Order:
    unseen = [item for item in range(len(order)) if item not in order]
    fresh = iter([unseen[index] for index in chance.order(label, len(unseen))])
    return tuple(next(fresh) if item is None else item for item in order)
