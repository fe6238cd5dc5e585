"""A small game for the platform's tests: all seats are called at once, and each round opens one hidden card."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from shared.annotations import Range, drawn
from shared.errors import IllegalMove, NotYourTurn
from shared.games.chance import Chance, Drawn
from shared.games.game import Game, Result

CARDS = tuple(f"card {number}" for number in range(1, 6))
MOST = {1: 3, 2: 2}  # coins of a bid, by the number of the rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    rounds: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    coins: Annotated[int, Range(0, 3)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BidMade:
    seat: int
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOpened:
    card: str = drawn("cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    rules: int
    seats: int
    rounds: int
    order: tuple[int, ...] | None = None
    bids: Mapping[int, int] | None = None
    totals: tuple[int, ...] = ()
    opened: tuple[str, ...] = ()


def initial(seats: int, options: Options, rules: int) -> State:
    return State(rules=rules, seats=seats, rounds=options.rounds, bids={}, totals=(0,) * seats)


def setup(seats: int, options: Options, chance: Chance) -> list[Any]:
    cards = chance.draw("cards", CARDS)
    return [Drawn(draws=(cards.public,), orders=(cards.order,))]


def decide(state: State, seat: int, move: Bid) -> list[Any]:
    if seat not in to_move(state):
        raise NotYourTurn("waiting for {seats}", seats=to_move(state))
    if move.coins > MOST[state.rules]:
        raise IllegalMove("a bid is at most {most} coins", most=MOST[state.rules])
    return [BidMade(seat=seat, coins=move.coins)]


def follow(state: State) -> list[Any]:
    if len(state.bids or {}) == state.seats and state.order:
        return [CardOpened(card=CARDS[state.order[len(state.opened)]])]
    return []


def evolve(state: State, event: Any) -> State:
    match event:
        case Drawn(orders=(order,)):
            return replace(state, order=order)
        case BidMade():
            totals = tuple(n + event.coins * (at == event.seat) for at, n in enumerate(state.totals))
            return replace(state, bids={**(state.bids or {}), event.seat: event.coins}, totals=totals)
        case CardOpened():
            return replace(state, bids={}, opened=(*state.opened, event.card))
        case _:
            raise AssertionError(event)


def to_move(state: State) -> tuple[int, ...]:
    if len(state.opened) == state.rounds:
        return ()
    return tuple(seat for seat in range(state.seats) if seat not in (state.bids or {}))


GAME = Game(
    slug="secret_bids",
    title="Secret bids",
    rules=1,
    seats=range(2, 5),
    options=Options,
    moves={"bid": Bid},
    events={"secret_bids.bid_made": BidMade, "secret_bids.card_opened": CardOpened},
    initial=initial,
    setup=setup,
    decide=decide,
    follow=follow,
    evolve=evolve,
    to_move=to_move,
    legal_moves=lambda state, seat: [Bid(coins=coins) for coins in range(MOST[state.rules] + 1)],
    points=lambda state, seat: state.totals[seat],
    explain=lambda view: {"cities": [], "reasons": [[] for _ in view.totals]},
    result=lambda state: Result(
        points=state.totals,
        places=tuple(1 + sum(other > mine for other in state.totals) for mine in state.totals),
        lines=tuple({"coins": total} for total in state.totals),
    ),
    view=lambda state, seat: replace(state, order=None),
    imagine=lambda view, seat, chance: replace(view, order=chance.order("imagined", len(CARDS))),
    plain=lambda view: {"opened": list(view.opened)},
    choices=lambda view, seat, chosen, *, hints=True: {},
)

NEXT_RELEASE = replace(GAME, rules=2)
"""The same game after a ruling changed: matches that begin from then on keep the number 2."""
