"""What the ledger's handler asks of a table, a match or any other kind of stream: one record of pure functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from shared.ledger.envelope import Json
from shared.rules.chance import Reveal
from shared.rules.match import Asked
from shared.rules.platform import TurnStarted

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  # an order


def no_reveals(state: Any, events: Sequence[Any]) -> list[list[Reveal]]:
    return [[] for _ in events]


def no_moves(state: Any, order: Any) -> dict[int, Json]:
    return {}


def called_by(state: Any, events: Sequence[Any]) -> tuple[int, ...]:
    """The seats of the last turn that the events start, none where they start none."""
    return next((event.seats for event in reversed(events) if isinstance(event, TurnStarted)), ())


def same_events(stored: Sequence[Any], decided: Sequence[Any]) -> bool:
    return list(stored) == list(decided)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decider(Generic[S, O]):
    """`initial(id)` is the state before version 1; `decide(state, order)` gives events or raises a verdict.

    `evolve(state, event, asked)` never says no. `reveals(state, events)`, from the state before them, gives each its
    proofs. `evidence(state, order)` are the moves that are kept on events, by place among those that the
    order leads to. `called(state, events)` gives the seats
    that are called to move after the events. `same(stored, decided)` says whether events that were stored are what an
    order, decided once more at the same place, leads to; an order that brings luck needs its own. With `reads_unknown`
    the decider gets events that nobody knows, or can read, as Unknown and may still decide.
    """

    initial: Callable[[str], S]
    decide: Callable[[S, O], Sequence[Any]]
    evolve: Callable[[S, Any, Asked | None], S]
    reveals: Callable[[S, Sequence[Any]], Sequence[Sequence[Reveal]]] = no_reveals
    evidence: Callable[[S, O], Mapping[int, Json]] = no_moves
    called: Callable[[S, Sequence[Any]], tuple[int, ...]] = called_by
    same: Callable[[Sequence[Any], Sequence[Any]], bool] = same_events
    reads_unknown: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Generic[O]):
    """An order to a stream: `by` whom, and `cause`, the key under which the same order is the same command."""

    stream: str
    by: str
    cause: str
    order: O
