"""Sprawlopolis, for cities at the end of random matches: scoring all goals, and listing the moves of a full hand."""

import time
from collections.abc import Callable
from typing import Any

from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.goals import GOALS
from shared.games.sprawlopolis.score.score import settle
from tests.bench.figure import Figure, rate, spread
from tests.bench.random_moves import SEATS, speed
from tests.games.scenario import play

MATCHES = 100
LAST_FULL_HAND = 11  # turns of a match alone before it: later there is no deck to fill the hand from


def figures() -> list[Figure]:
    full, late = cities(None), cities(LAST_FULL_HAND)
    return [
        Figure(f"Sprawlopolis: all {len(GOALS)} goals of a full city", spread(seconds(all_goals, full))),
        Figure("Sprawlopolis: legal moves of three cards", spread(seconds(moves, late))),
        Figure(f"Sprawlopolis: random moves, {SEATS} seats", rate(speed(GAME, GAME.options()))),
    ]


def cities(turns: int | None) -> list[State]:
    return [play(GAME, 1, number, turns).state for number in range(MATCHES)]


def all_goals(state: State) -> int:
    return settle(state.city.blocks, tuple(GOALS), "normal").total


def moves(state: State) -> list[Any]:
    return list(GAME.legal_moves(state, 0))


def seconds(ask: Callable[[State], Any], states: list[State]) -> list[float]:
    taken = []
    for state in states:
        begun = time.perf_counter()
        ask(state)
        taken.append(time.perf_counter() - begun)
    return taken
