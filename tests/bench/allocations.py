"""The best allocation of cities from whole matches, beside a solver that knows only the rules."""

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean, median
from typing import Any

from shared.games.quadropolis.play.pieces import Building, City, Kind, Mode
from shared.games.quadropolis.score.score import settle
from shared.games.registry import GAMES
from tests.bench.figure import Figure, spread
from tests.bench.played import moments
from tests.games.quadropolis.milp import best

MATCHES = 25  # of each mode, of four seats, half of them with squares
HARD = 50  # cities of each kind
FACTORY = Building(Kind.FACTORY)

Counted = tuple[str, City, int, int]
"""Mode, city, inhabitants, energy."""


def figures() -> list[Figure]:
    return [*compared("expert"), *compared("classic"), of_hard_cities()]


def of_hard_cities() -> Figure:
    taken = seconds(settle.__wrapped__, list(hard()))
    return Figure(f"best allocation of {len(taken)} hard cities", f"{fmean(taken) * 1000:.1f} ms each, {spread(taken)}")


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
        begun = time.process_time()
        count(*city)
        taken.append(time.process_time() - begun)
    return taken


def at_the_end(number: int, mode: Mode) -> list[Counted]:
    """What each seat has at the end of a match between bots."""
    *_, match = moments(number, GAMES["quadropolis"].options(mode=mode, squares=number % 2 == 1))
    return [(mode, holding.city, holding.inhabitants, holding.energy) for holding in match.state.holdings]


def hard() -> Iterator[Counted]:
    """What no match builds: low stacks of offices around five factories; and factories among as many harbours."""
    chance = Random("hard")
    for _ in range(HARD):
        stacks = [Building(Kind.OFFICE, floors=chance.choice((1, 1, 2))) for _ in range(15)]
        harbours = [Building(Kind.HARBOUR, points=chance.choice((0, 0, 1, 2))) for _ in range(10)]
        for buildings in ([*stacks, *[FACTORY] * 5], [*harbours, *[FACTORY] * 10]):
            chance.shuffle(buildings)
            yield "expert", tuple(buildings), chance.randint(3, 13), chance.randint(3, 13)
