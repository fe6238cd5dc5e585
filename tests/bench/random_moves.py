"""Random moves per second: the rules alone, with all legal moves listed before each, and set-up included."""

import random
from itertools import count
from typing import Any

from shared.games.chance import Chance
from shared.games.game import Game
from shared.games.registry import GAMES
from tests.bench.figure import Figure, per_second, rate

SECONDS = 5.0
SEATS = 4
MODES = "classic", "expert"


def figures() -> list[Figure]:
    game, other = GAMES["quadropolis"], GAMES["sprawlopolis"]
    return [
        *(Figure(f"random moves, {SEATS} seats, {mode}", rate(speed(game, game.options(mode=mode)))) for mode in MODES),
        Figure(f"random moves, {SEATS} seats, {other.title}", rate(speed(other, other.options()))),
    ]


def speed(game: Game, options: Any) -> float:
    numbers = count()
    return per_second(lambda: moves_of_a_match(game, options, next(numbers)), SECONDS)


def moves_of_a_match(game: Game, options: Any, number: int) -> int:
    """Play one to its end and return the number of moves."""
    luck, moves = random.Random(number), 0
    state = game.initial(SEATS, options, game.rules)
    for event in game.setup(SEATS, options, Chance(number.to_bytes(32))):
        state = game.evolve(state, event)
    while True:
        while followed := game.follow(state):
            for event in followed:
                state = game.evolve(state, event)
        called = game.to_move(state)
        if not called:
            return moves
        move = luck.choice(game.legal_moves(state, called[0]))
        for event in game.decide(state, called[0], move):
            state = game.evolve(state, event)
        moves += 1
