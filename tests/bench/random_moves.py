"""Random moves a second: the rules alone, with the whole list of legal moves before each, set-up included."""

import random
from itertools import count

from shared.rules.chance import Chance
from shared.rules.game import Game
from shared.rules.games import GAMES
from tests.bench.figure import Figure, per_second, rate

SECONDS = 5.0
SEATS = 4


def figures() -> list[Figure]:
    game, numbers = GAMES["quadropolis"], count()
    speed = per_second(lambda: moves_of_a_match(game, next(numbers)), SECONDS)
    return [Figure(f"random moves, {SEATS} seats, classic", rate(speed))]


def moves_of_a_match(game: Game, number: int) -> int:
    """Plays one to its end; how many moves that took."""
    options, luck, moves = game.options(), random.Random(number), 0
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
