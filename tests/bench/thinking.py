"""How much of a processor a move of look_ahead takes in Quadropolis, at turns of matches between other bots."""

import time
from collections.abc import Iterator
from itertools import islice
from statistics import fmean

from shared.bots import mind, player
from shared.games.registry import GAMES
from shared.platform.match import Match
from tests.bench.figure import Figure
from tests.bench.played import moments
from tests.bench.random_moves import MODES

GAME = GAMES["quadropolis"]
BOT = player("look_ahead")
FIRST, STEP = 3, 9  # turns that are measured, so that each seat has some of them


def figures() -> Iterator[Figure]:
    for mode in MODES:
        called = islice(moments(1, GAME.options(mode=mode)), FIRST, None, STEP)
        taken = [seconds(match) for match in called if match.called]
        value = f"{fmean(taken):.2f} s on average, {max(taken):.2f} s at most"
        yield Figure(f"a move of look_ahead, 4 seats, {mode}", value)


def seconds(match: Match) -> float:
    """Of processor time, for one move."""
    (seat,) = match.called
    view = match.view(seat)
    moves, think, chance = GAME.legal_moves(view, seat), mind(BOT, GAME, seat), match.bot_chance(seat)
    begun = time.process_time()
    think(view, moves, chance)
    return time.process_time() - begun
