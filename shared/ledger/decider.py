"""What the ledger's handler needs to know of a kind of stream: one record of pure functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from shared.annotations import Json
from shared.evidence import Asked, Reveal
from shared.ledger.envelope import moment

State = TypeVar("State")
Command = TypeVar("Command")


def no_reveals(state: Any, events: Sequence[Any]) -> list[list[Reveal]]:
    return [[] for _ in events]


def no_moves(state: Any, command: Any) -> dict[int, Json]:
    return {}


def nobody(state: Any, events: Sequence[Any]) -> tuple[int, ...]:
    return ()


def same_events(stored: Sequence[Any], decided: Sequence[Any]) -> bool:
    return list(stored) == list(decided)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decider(Generic[State, Command]):
    """`initial(id)` is the state before version 1; `decide(state, command)` gives events or raises a verdict.

    `evolve(state, event, asked)` never says no. `reveals(state, events)`, from the state before them, gives each its
    proofs. `evidence(state, command)` are the moves that are kept on events, by index among those that the command
    leads to. `called(state, events)` gives the seats that are called to move after the events.
    `timed(state, now)` is the state told what time it is, in milliseconds since 1970: each event finds the time when it
    happened, and each command the time when its events will have happened. Without it a stream knows no time.
    `same(stored, decided)` says whether events that were stored are what a command, decided once more at the same
    version, leads to; a command that brings luck needs its own. With `reads_unknown` the decider gets events that
    nobody knows, or can read, as Unknown and may still decide.
    """

    initial: Callable[[str], State]
    decide: Callable[[State, Command], Sequence[Any]]
    evolve: Callable[[State, Any, Asked | None], State]
    reveals: Callable[[State, Sequence[Any]], Sequence[Sequence[Reveal]]] = no_reveals
    evidence: Callable[[State, Command], Mapping[int, Json]] = no_moves
    called: Callable[[State, Sequence[Any]], tuple[int, ...]] = nobody
    same: Callable[[Sequence[Any], Sequence[Any]], bool] = same_events
    timed: Callable[[State, int], State] | None = None
    reads_unknown: bool = False

    def at(self, state: State, at: str) -> State:
        """The state at this time, as it stands in an envelope."""
        return state if self.timed is None else self.timed(state, moment(at))


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(Generic[Command]):
    """A command on its way to a stream: `by` is its sender, and `cause` the key under which it is done only once.

    `signed` is the signature that came with it, as an envelope has it.
    """

    stream: str
    by: str
    cause: str
    command: Command
    signed: Json | None = None
