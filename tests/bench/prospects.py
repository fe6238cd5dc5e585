"""Finds the weights of promises in Quadropolis: what cities that could hope for so much ended with.

`python -m tests.bench.prospects classic --seconds 240 --keep classic.jsonl` plays matches to their end and goes on from
what the file has; `--write` puts the weights where the game reads them. Up to some turn of a match one move of three is
any building, or any that is discarded, so that cities differ; from there on everybody takes what promises most of some
moves, by the weights that the game has now. What a city then gains until the end is explained by what it could hope
for, by ridge regression; what all cities with as many turns left gain is taken away first. Needs numpy. `held_out.py`
and `foresight.py` say how well that does.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from shared.bots.trying import after, settled
from shared.games.chance import Chance
from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.state import Holding
from shared.games.quadropolis.score.promise import NAMES, hopes, turns_left
from tests.bench.foresight import of_file
from tests.bench.promises import THOUSAND, begun, most_promising

WEIGHTS_AT = Path(__file__).parents[2] / "shared" / "games" / "quadropolis" / "score" / "promise.json"
SEATS = 2
STRAYS = 3  # one move of so many is any building or a discarded one, up to some turn
DISCARDS = 4  # one of so many is discarded
LAST_STRAY = 0.8  # of all turns
RIDGE = 30.0
FOLDS = 5


class Seen(NamedTuple):
    """A city after a move of its player's, with `left` turns to come, and what it ended with."""

    match: int
    left: int
    squares: Sequence[Sequence[int]]
    people: int
    energy: int
    points: int
    end: int


def played(mode: str, number: int) -> Iterator[Seen]:
    luck = Chance(sha256(f"prospects:{mode}:{number}".encode()).digest())
    state, turn, found = begun(GAME, {"mode": mode}, SEATS, luck), 0, []
    board = BOARDS[mode]
    strays_until = luck.below("until", int(LAST_STRAY * SEATS * board.rounds * board.turns))
    while called := GAME.to_move(state):
        left, strays = turns_left(state), turn <= strays_until + 1
        state = after(GAME, state, called[0], _move(state, called[0], luck, turn, strays, strays_until <= turn))
        if turn >= strays_until - SEATS:
            found.append((called[0], left, state.holdings[called[0]], GAME.points(state, called[0])))
        state, turn = settled(GAME, state), turn + 1
    for seat, left, held, points in found:
        yield Seen(number, left, held.squares, held.inhabitants, held.energy, points, GAME.points(state, seat))


def _move(state: Any, seat: int, luck: Chance, turn: int, strays: bool, surely: bool) -> Any:
    """The last moves before everybody takes what promises most are strays in any case."""
    if strays and (surely or luck.below(f"stray_{turn}", STRAYS) == 0):
        moves = GAME.legal_moves(state, seat)
        discards = luck.below(f"discard_{turn}", DISCARDS) == 0
        buildings = [move for move in moves if (move.target is None) == discards] or moves
        return buildings[luck.below(f"any_{turn}", len(buildings))]
    return most_promising(GAME, state, seat, luck, turn)


def fit(mode: str, seen: Sequence[Seen]) -> tuple[np.ndarray, float, float]:
    """The weights, in points; by how much cities that no weight was found with are foreseen wrongly, with what they
    can hope for and without."""
    some = [each for each in seen if each.left]
    found = np.array([hoped(mode, each) for each in some], float)
    left, gains = np.array([each.left for each in some]), np.array([each.end - each.points for each in some], float)
    turns = (left[:, None] == np.arange(1, left.max() + 1)).astype(float)
    part = np.array([each.match for each in some]) % FOLDS
    off = np.zeros((2, len(some)))
    for fold in range(FOLDS):
        kept, held = part != fold, part == fold
        for at, explained in enumerate((found, found[:, :0])):
            weights, level = solved(explained[kept], turns[kept], gains[kept])
            off[at, held] = gains[held] - explained[held] @ weights - turns[held] @ level
    with_hopes, without = np.sqrt((off**2).mean(1))
    return solved(found, turns, gains)[0], float(with_hopes), float(without)


def hoped(mode: str, seen: Seen) -> list[int]:
    return hopes(
        mode, Holding(0, (), tuple(map(tuple, seen.squares)), seen.people, seen.energy), seen.points, seen.left
    )


def solved(found: np.ndarray, turns: np.ndarray, gains: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ridge regression; the level of each turn is free."""
    scale = np.sqrt((found**2).mean(0)) + 1e-9
    both, count = np.hstack([found / scale, turns]), found.shape[1]
    ridge = np.diag([RIDGE] * count + [1e-3] * turns.shape[1])
    weights = np.linalg.solve(both.T @ both + ridge, both.T @ gains)
    return weights[:count] / scale, weights[count:]


def level(mode: str, kept: Path, weights: np.ndarray) -> float:
    """What a building is worth more than these weights say, for each turn that is left. Matches say little of that, as
    hardly anybody discards in them; in positions everything is compared with it."""
    found = [
        (each.left, (each.ends.mean(1) - each.gains - each.features @ weights).mean()) for each in of_file(mode, kept)
    ]
    left, missing = np.array(found, float).T
    return float(left @ missing / (left @ left))


def read(kept: Path) -> list[Seen]:
    return [Seen(*json.loads(line)) for line in kept.read_text().splitlines()] if kept.exists() else []


def write(mode: str, weights: np.ndarray) -> None:
    """The doubts stay as they are: `held_out.py` finds them."""
    listed = json.loads(WEIGHTS_AT.read_text())
    doubts = {name: listed[mode][name] for name in ("doubt", "doubt_left")}
    found = {name: round(THOUSAND * float(weight)) for name, weight in zip(NAMES, weights, strict=True)}
    WEIGHTS_AT.write_text(json.dumps({**listed, mode: found | doubts}, indent=1) + "\n", encoding="ascii")


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.prospects", description=__doc__)
    parser.add_argument("mode", choices=sorted(BOARDS))
    parser.add_argument("--seconds", type=int, default=240, help="after these no further match is begun; 0: only look")
    parser.add_argument("--keep", type=Path, required=True, help="the file that cities are added to, line by line")
    parser.add_argument(
        "--level", type=Path, help="positions of `held_out.py` that say what a building is worth at all"
    )
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    number = 1 + max([each.match for each in read(asked.keep)], default=-1)
    until = time.monotonic() + asked.seconds
    with asked.keep.open("a") as file:
        while time.monotonic() < until:
            file.writelines(json.dumps(each) + "\n" for each in played(asked.mode, number))
            number += 1
    seen = read(asked.keep)
    weights, off, without = fit(asked.mode, seen)
    print(f"{len({each.match for each in seen})} matches, {len(seen)} cities: off by {off:.2f}, else by {without:.2f}")
    if asked.level:
        weights[NAMES.index("tiles_by_turn")] += level(asked.mode, asked.level, weights)
    if asked.write:
        write(asked.mode, weights)


if __name__ == "__main__":
    main()
