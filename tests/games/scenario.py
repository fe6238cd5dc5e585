"""Given events, when a player asks for a move, then events or a refusal; and whole matches for the laws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import pytest

from shared.errors import Refused
from shared.games.chance import Chance
from shared.games.game import Game


@dataclass(frozen=True)
class Scenario:
    game: Game
    state: Any

    def when(self, seat: int, move: Any) -> Asked:
        return Asked(self.game, self.state, seat, move)


@dataclass(frozen=True)
class Asked:
    game: Game
    state: Any
    seat: int
    move: Any

    def then(self, *events: Any) -> Scenario:
        """These events, and from there on."""
        decided = self.game.decide(self.state, self.seat, self.move)
        assert decided == list(events)
        return self.and_then()

    def and_then(self) -> Scenario:
        """Whatever the move led to, and all that followed."""
        state = evolved(self.game, self.state, self.game.decide(self.state, self.seat, self.move))
        return Scenario(self.game, settled_down(self.game, state)[0])

    def then_refused(self, error: type[Refused], sentence: str) -> None:
        with pytest.raises(error) as refusal:
            self.game.decide(self.state, self.seat, self.move)
        assert str(refusal.value) == sentence


class Step(NamedTuple):
    """A move, the events that it led to, and those that followed by themselves."""

    seat: int
    move: Any
    decided: list[Any]
    followed: list[Any]


@dataclass(frozen=True)
class Match:
    """A match as a platform runs it; `opening` is what came before the first move."""

    game: Game
    seats: int
    options: Any
    opening: list[Any]
    state: Any
    steps: list[Step] = field(default_factory=list)

    @property
    def events(self) -> list[Any]:
        return [*self.opening, *(event for step in self.steps for event in (*step.decided, *step.followed))]


def given(game: Game, state: Any, *events: Any) -> Scenario:
    return Scenario(game, evolved(game, state, events))


def evolved(game: Game, state: Any, events: Sequence[Any]) -> Any:
    for event in events:
        state = game.evolve(state, event)
    return state


def settled_down(game: Game, state: Any) -> tuple[Any, list[Any]]:
    """The state in which somebody has to act, and the events on the way there."""
    followed: list[Any] = []
    while events := game.follow(state):
        state = evolved(game, state, events)
        followed += events
    return state, followed


def key(seed: int) -> Chance:
    return Chance(seed.to_bytes(32, "big"))


def play(
    game: Game,
    seats: int,
    seed: int,
    turns: int | None = None,
    options: Any = None,
    before: Callable[[], object] = int,
) -> Match:
    """A match of careless players, to its end or for some turns; `before` is called at each turn."""
    options, careless = options or game.options(), Random(seed)
    drawn = game.setup(seats, options, key(seed))
    state, followed = settled_down(game, evolved(game, game.initial(seats, options, game.rules), drawn))
    opening, steps = [*drawn, *followed], list[Step]()
    while (called := game.to_move(state)) and len(steps) != turns:
        before()
        seat = careless.choice(called)
        move = careless.choice(game.legal_moves(state, seat))
        decided = game.decide(state, seat, move)
        state, followed = settled_down(game, evolved(game, state, decided))
        steps.append(Step(seat, move, decided, followed))
    return Match(game, seats, options, opening, state, steps)
