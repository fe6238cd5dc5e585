"""Finds what cities of Sprawlopolis are worth while cards are left, and says how well that foresees their ends.

`python -m tests.bench.cities --draws 700 --keep cities.jsonl` plays matches and goes on from what the file has;
`--write` puts the weights where the game reads them, and `--seconds 0` only looks. `strong` plays each draw five times,
and one move of ten is a stray, so that cities of one draw differ. Only these are compared with each other, after as
many moves: goals and cards are the same for all of them. Everybody plays by the weights that the game has now, so run
it again, on other draws (`--first 700`), with those that the first run wrote. A match takes about two seconds.

`differences.py` explains what cities gain until the end. Needs numpy.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from shared.bots import mind, player
from shared.bots.trying import after, begun, points_after, settled
from shared.games.chance import Chance, bot_key
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.score.prospects import WEIGHTS, looked_at
from shared.games.sprawlopolis.score.tally import seen_after
from tests.bench.differences import COLUMNS, City, Match, compared, fit, judged, of
from tests.bench.promises import GAMES_AT, THOUSAND

WEIGHTS_AT = GAMES_AT / "sprawlopolis" / "score" / "prospects.json"
AGAIN = 5  # matches of each draw
STRAYS = 10  # one move of so many is a stray: the best at once of some moves that luck chooses
STRAY_OF = 4
TRUST = 0.85  # of what is found: a search looks for what is overrated
HELD_BACK = 5  # one draw of so many isn't used for what is said of the weights


def played(draw: int, number: int) -> Match:
    luck = Chance(sha256(f"cities:{draw}".encode()).digest())
    own = Chance(luck.salt("again", number))
    bot, state, cities = mind(player("strong"), GAME, 0), begun(GAME, 1, GAME.options(), luck), list[City]()
    while GAME.to_move(state):
        turn, view = len(cities), GAME.view(state, 0)
        moves = GAME.legal_moves(view, 0)
        if own.below(f"stray_{turn}", STRAYS) == 0:
            move = _stray(view, moves, own, turn)
        else:
            move = bot(view, moves, Chance(bot_key(own.key, 0, turn)))
        (seen,) = seen_after(state.city.blocks, state.goals, [move])
        left, (points,) = state.moves_left - 1, points_after(GAME, state, 0, [move])
        cities.append(City(left, points, looked_at(seen, state.goals)))
        state = settled(GAME, after(GAME, state, 0, move))
    return Match(draw, number, state.goals, cities[:-1], GAME.points(state, 0))


def _stray(view: Any, moves: Sequence[Any], luck: Chance, turn: int) -> Any:
    some = [moves[luck.below(f"stray_{turn}_{at}", len(moves))] for at in range(STRAY_OF)]
    points = points_after(GAME, view, 0, some)
    return some[max(range(len(some)), key=points.__getitem__)]


def present() -> np.ndarray:
    pairs = [WEIGHTS[whose][name] for whose, name in COLUMNS]
    return np.array([pair[0] for pair in pairs] + [pair[1] for pair in pairs], float) / THOUSAND


def written(weights: np.ndarray) -> str:
    """A line for all cities and one for each goal."""
    found: dict[str, dict[str, list[int]]] = {}
    for at, (whose, name) in enumerate(COLUMNS):
        pair = weights[[at, len(COLUMNS) + at]]
        found.setdefault(whose, {})[name] = [round(THOUSAND * TRUST * float(each)) for each in pair]
    return "{\n" + ",\n".join(f" {json.dumps(whose)}: {json.dumps(each)}" for whose, each in found.items()) + "\n}\n"


def read(kept: Path) -> Iterator[Match]:
    for line in kept.read_text().splitlines() if kept.exists() else ():
        draw, number, goals, cities, end = json.loads(line)
        yield Match(draw, number, goals, [City(*city) for city in cities], end)


def play(draws: Sequence[int], into: Path, seconds: int) -> None:
    until, kept = time.monotonic() + seconds, {(match.draw, match.number) for match in read(into)}
    with into.open("a") as file:
        for draw in draws:
            for number in range(AGAIN):
                if time.monotonic() >= until:
                    return
                if (draw, number) not in kept:
                    file.write(json.dumps(played(draw, number)) + "\n")
                    file.flush()


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.cities", description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--draws", type=int, default=700)
    parser.add_argument("--seconds", type=int, default=20000, help="after these no further match is begun")
    parser.add_argument("--keep", type=Path, required=True, help="the file that matches are added to, line by line")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    play(range(asked.first, asked.first + asked.draws), asked.keep, asked.seconds)
    cities = compared(list(read(asked.keep)))
    held = cities.draws % HELD_BACK == 0
    for what, by in (("found", fit(of(cities, ~held))), ("present", present())):
        for name, value in judged(of(cities, held), by).items():
            print(f"{what}: {name}: {value:.3f}")
    if asked.write:
        WEIGHTS_AT.write_text(written(fit(cities)), encoding="ascii")


if __name__ == "__main__":
    main()
