"""The best allocation of cities from whole matches, beside a solver that knows only the rules."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from services.console.practice import in_memory
from shared.bots import mind
from shared.games.quadropolis.play.pieces import City, Mode
from shared.games.quadropolis.score.score import settle
from shared.games.registry import GAMES
from shared.platform.match import Match, Play
from tests.bench.figure import Figure, spread
from tests.bench.played import ID, start
from tests.games.quadropolis.milp import best

MATCHES = 25  # of each mode, of four seats, half of them with squares

Counted = tuple[str, City, int, int]
"""Mode, city, inhabitants, energy."""


def figures() -> list[Figure]:
    return [*compared("expert"), *compared("classic")]


def compared(mode: Mode) -> list[Figure]:
    """Each city is counted without a cache, and solved; the linear program is built each time."""
    cities = [city for number in range(MATCHES) for city in at_the_end(number, mode)]
    for city in cities[:3]:  # tables that are made once are made now
        settle.__wrapped__(*city)
    ours, theirs = seconds(settle.__wrapped__, cities), seconds(best, cities)
    return [
        Figure(f"best allocation of {len(cities)} full {mode} cities", spread(ours)),
        Figure("the same cities by HiGHS", spread(theirs)),
        Figure("HiGHS, by the median", f"{median(theirs) / median(ours):.0f} times as long"),
    ]


def seconds(count: Callable[..., Any], cities: list[Counted]) -> list[float]:
    taken = []
    for city in cities:
        begun = time.perf_counter()
        count(*city)
        taken.append(time.perf_counter() - begun)
    return taken


def at_the_end(number: int, mode: Mode) -> list[Counted]:
    """What each seat has at the end of a match between bots."""
    game, obey = GAMES["quadropolis"], in_memory(ID)
    begin = start(number, game.options(mode=mode, squares=number % 2 == 1))
    minds = [mind(player, game, seat) for seat, player in enumerate(begin.players)]
    match: Match = obey(begin, "service:bench", "start")
    while match.called:
        (seat,) = match.called
        view = match.view(seat)
        move = minds[seat](view, game.legal_moves(view, seat), match.bot_chance(seat))
        player = match.players[seat]
        match = obey(Play(player=player, seat=seat, turn=match.turn, move=move), player, f"{match.turn}")
    return [(mode, holding.city, holding.inhabitants, holding.energy) for holding in match.state.holdings]
