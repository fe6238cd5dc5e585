"""Finds the weights of promises in Quadropolis: what cities that could hope for so much ended with.

`python -m tests.bench.prospects classic --seconds 240 --keep classic.jsonl` plays matches to their end and goes on from
what the file has; `--write` puts the weights where the game reads them. Up to some turn of a match one move of three is
any building, or any that is discarded, so that cities differ; from there on everybody takes what promises most of some
moves, by the weights that the game has now. `fitting.py` explains what cities then gain; `held_out.py` and
`foresight.py` say how well that does. Needs numpy.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from shared.bots.trying import after, settled
from shared.games.chance import Chance
from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.score.promise import NAMES, turns_left
from tests.bench.fitting import SEATS, Seen, checked, cities_of, fit, moves_of
from tests.bench.promises import THOUSAND, begun, most_promising

WEIGHTS_AT = Path(__file__).parents[2] / "shared" / "games" / "quadropolis" / "score" / "promise.json"
STRAYS = 3  # one move of so many is any building or a discarded one, up to some turn
DISCARDS = 4  # one of so many is discarded
LAST_STRAY = 0.8  # of all turns


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


def read(kept: Path) -> list[Seen]:
    return [Seen(*json.loads(line)) for line in kept.read_text().splitlines()] if kept.exists() else []


def write(mode: str, weights: np.ndarray) -> None:
    """The doubts stay as they are: `foresight.py` finds them."""
    listed = json.loads(WEIGHTS_AT.read_text())
    doubts = {name: listed[mode][name] for name in ("doubt", "doubt_left")}
    found = {name: round(THOUSAND * float(weight)) for name, weight in zip(NAMES, weights, strict=True)}
    WEIGHTS_AT.write_text(json.dumps({**listed, mode: found | doubts}, indent=1) + "\n", encoding="ascii")


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.prospects", description=__doc__)
    parser.add_argument("mode", choices=sorted(BOARDS))
    parser.add_argument("--seconds", type=int, default=240, help="after these no further match is begun; 0: only look")
    parser.add_argument("--keep", type=Path, required=True, help="the file that cities are added to, line by line")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    number = 1 + max([each.match for each in read(asked.keep)], default=-1)
    until = time.monotonic() + asked.seconds
    with asked.keep.open("a") as file:
        while time.monotonic() < until:
            file.writelines(json.dumps(each) + "\n" for each in played(asked.mode, number))
            number += 1
    seen = read(asked.keep)
    cities, moves = cities_of(asked.mode, seen), moves_of(asked.mode, seen)
    print(f"{len(set(cities.matches))} matches, {len(cities.left)} cities")
    for name, value in checked(cities, moves).items():
        print(f"{name}: {value:.3f}")
    if asked.write:
        write(asked.mode, fit(cities, moves))


if __name__ == "__main__":
    main()
