"""`urbanist arena`: bots against each other on the same draws, on all cores, with ratings and intervals.

Nothing is stored and no server is asked. The same seed plays the same matches, however many cores share the work.
"""

import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from services.console.arena.contest import Outcome, outcome
from services.console.arena.entrants import names
from services.console.arena.schedule import Contest, schedule
from services.console.play import check_lineup, check_matches, options_of
from shared.errors import Malformed
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.platform.rating.pools import has_rivals


def run(asked: Namespace) -> None:
    from services.console.arena.told import told  # openskill takes a quarter of a second, which only this needs

    game, bots, seats = GAMES[asked.game], tuple(asked.bots.split(",")), asked.seats or GAMES[asked.game].seats[0]
    options = options_of(game, [*asked.option, *([f"mode={asked.mode}"] if asked.mode else [])])
    check(game, options, seats, bots, asked.tries)
    check_numbers(asked)
    contests = schedule(game, options, seats, bots, asked.matches, asked.seed, asked.tries)
    for line in told(contests, list(outcomes(contests, asked.cores or cores()))):
        print(line)


def outcomes(contests: Sequence[Contest], processes: int) -> Iterator[Outcome]:
    """In the sequence of the contests. Each process starts afresh (spawn), so that it inherits nothing by chance."""
    if processes == 1:
        yield from map(outcome, contests)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_IGN))
    try:
        yield from pool.map(outcome, contests)
    finally:
        pool.shutdown(cancel_futures=True)  # after Ctrl-C only the matches that have begun are played to their end


def cores() -> int:
    """Those that this process may use, where the system says so."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check(game: Game, options: Any, seats: int, bots: Sequence[str], tries: int) -> None:
    """Where all play together, one bot is enough if it is compared with itself."""
    check_lineup(game, seats, bots, names())
    rivals = has_rivals(game, seats, options)
    if rivals and tries > 1:
        raise Malformed("--tries: more than 1 is for games in which all play together")
    if len(set(bots)) < 2 and tries == 1:
        raise Malformed("--bots: name at least 2 different bots")
    if rivals and len(bots) < seats:
        raise Malformed("--bots: name at least {seats}, one for each seat; some may be the same", seats=seats)


def check_numbers(asked: Namespace) -> None:
    check_matches(asked.matches)
    if asked.tries < 1:
        raise Malformed("--tries: at least 1")
    if asked.cores is not None and asked.cores < 1:
        raise Malformed("--cores: at least 1")
