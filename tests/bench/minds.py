"""Two minds on the same draws, each in all the seats of a cooperative match: what the one brings more than the other.

`python -m tests.bench.minds --seats 2 --matches 200 --keep duel.jsonl` goes on from what the file has.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from services.console.practice import played, practice
from shared.bots import player
from shared.games.registry import GAMES
from shared.ledger.ids import id_from
from tests.bench.figure import Figure

GAME = GAMES["sprawlopolis"]
MINDS = ("greedy", "look_ahead")
FEW = 5  # matches that `make bench` has time for
PROCESSES = 2
NORMAL = 1.96  # standard errors on both sides of a mean that leave out 5 %


class Duel(NamedTuple):
    """One match each, with the same draws."""

    mind: str
    seats: int
    number: int


class Outcome(NamedTuple):
    """`seconds` of processor time per move."""

    points: int
    target: int
    seconds: float


def figures() -> Iterator[Figure]:
    for seats in (1, 2):
        duels = [Duel(mind, seats, number) for number in range(FEW) for mind in MINDS]
        yield from said(seats, {duel: outcome_of(duel) for duel in duels})


def outcome_of(duel: Duel) -> Outcome:
    seed = sha256(f"duel:{duel.number}".encode()).hexdigest()
    begun = time.process_time()
    id_ = id_from(sha256(f"id:{seed}".encode()).digest())  # the same for both: a match's id goes into its draws
    match, moves = played(practice(GAME, (player(duel.mind),) * duel.seats, GAME.options(), seed), id_, None)
    result = GAME.result(match.state)
    assert result.target is not None
    return Outcome(result.points[0], result.target, round((time.process_time() - begun) / moves, 4))


def said(seats: int, outcomes: Mapping[Duel, Outcome]) -> Iterator[Figure]:
    """Over all matches with this many seats that both have played."""
    pairs = list(both(seats, outcomes))
    mean, wide = interval([new.points - old.points for old, new in pairs])
    won = [sum(pair[at].points >= pair[at].target for pair in pairs) for at in range(2)]
    old, new = MINDS
    asked = f"{seats} seat{'s' if seats > 1 else ''}"
    more = f"{mean:+.1f} points ({mean - wide:+.1f} to {mean + wide:+.1f}), {won[1]} won instead of {won[0]}"
    yield Figure(f"{new} for {old}, {asked}, {len(pairs)} matches", more)
    yield Figure(f"a move of {new}, {asked}", f"{fmean(pair[1].seconds for pair in pairs) * 1000:.0f} ms")


def both(seats: int, outcomes: Mapping[Duel, Outcome]) -> Iterator[tuple[Outcome, Outcome]]:
    for number in sorted({duel.number for duel in outcomes if duel.seats == seats}):
        old, new = (Duel(mind, seats, number) for mind in MINDS)
        if old in outcomes and new in outcomes:
            yield outcomes[old], outcomes[new]


def interval(gains: Sequence[float]) -> tuple[float, float]:
    """The mean with its 95 % confidence interval, as a distance to both sides. Needs at least two values."""
    return fmean(gains), NORMAL * stdev(gains) / sqrt(len(gains))


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.minds", description=__doc__)
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--keep", type=Path, required=True, help="the file that outcomes are added to, line by line")
    asked = parser.parse_args()
    wanted = [Duel(mind, asked.seats, number) for number in range(asked.matches) for mind in MINDS]
    kept = dict(read(asked.keep))
    play([duel for duel in wanted if duel not in kept], asked.keep)
    for figure in said(asked.seats, {duel: outcome for duel, outcome in read(asked.keep) if duel in wanted}):
        print(": ".join(figure))


def play(duels: Iterable[Duel], into: Path) -> None:
    with ProcessPoolExecutor(PROCESSES) as pool, into.open("a") as file:
        running = {pool.submit(outcome_of, duel): duel for duel in duels}
        for done in as_completed(running):
            file.write(json.dumps([running[done], done.result()]) + "\n")
            file.flush()


def read(kept: Path) -> Iterator[tuple[Duel, Outcome]]:
    for line in kept.read_text().splitlines() if kept.exists() else ():
        duel, outcome = json.loads(line)
        yield Duel(*duel), Outcome(*outcome)


if __name__ == "__main__":
    main()
