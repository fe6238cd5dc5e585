"""Finds the weights of promises, and says how well they foresee the end of matches that weren't used to find them.

`python -m tests.bench.promises --positions 1500 --keep sprawlopolis.jsonl` goes on from what the file has; `--write`
puts the weights where Sprawlopolis reads them, and `--check` looks for none. (`prospects.py` is for Quadropolis.) In
each position some moves are made, one at a time, and the match is played to its end in the same imagined worlds: what
one move ends with more than another is what it promised. Everybody plays whatever promises most, by the weights that
the game has now, so run it twice: the second time with the weights that the first run wrote. Needs numpy.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from shared.bots.trying import after, settled
from shared.games.chance import Chance
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.games.sprawlopolis.play.city import with_card
from shared.games.sprawlopolis.play.ground import spot_of
from shared.games.sprawlopolis.score import promise as of_place
from shared.games.sprawlopolis.score.result import settled_now

GAMES_AT = Path(__file__).parents[2] / "shared" / "games"
TRIED = 6  # moves of each position
WORLDS = 2
SAMPLE = {"quadropolis": 24, "sprawlopolis": 40}  # moves looked at in each turn on the way
TURNS = 14  # before which a position is looked at
STRAYS = 5  # one move of so many is any move, so that cities differ
RIDGE = 300.0
HELD_BACK = 4  # one position of so many isn't used to find the weights
THOUSAND = 1000
NORMAL = 1.96  # standard errors on both sides of a mean that leave out 5 %


class Tried(NamedTuple):
    """A move with `left` turns left after it: what it changes, what it changes at once, and its points at the end in
    each world."""

    left: int
    features: tuple[int, ...]
    gain: int
    ends: tuple[int, ...]


def looked_at(state: Any, move: Any) -> tuple[tuple[int, ...], int]:
    """What the move changes, and what it changes at once."""
    spot, now = spot_of(move.place), settled_now(state)
    then = settled_now(state._replace(city=with_card(state.city, move.card, spot, move.turned)))
    found = of_place.features(
        state.city.blocks, move.card, spot, move.turned, state.moves_left - 1, now.lines, then.lines
    )
    return found, then.total - now.total


def most_promising(game: Game, state: Any, seat: int, luck: Chance, turn: int) -> Any:
    moves = game.legal_moves(state, seat)
    most = SAMPLE[game.slug]
    if len(moves) > most:
        moves = [moves[luck.below(f"sample_{turn}_{at}", len(moves))] for at in range(most)]
    assert game.promises is not None
    promised = game.promises(state, seat, moves).each
    return moves[max(range(len(moves)), key=promised.__getitem__)]


def played_out(game: Game, state: Any, luck: Chance) -> Any:
    turn = 0
    while called := game.to_move(state):
        move = most_promising(game, state, called[0], luck, turn)
        state, turn = settled(game, after(game, state, called[0], move)), turn + 1
    return state


def position(seats: int, number: int) -> list[Tried]:
    """Some way into a match: the moves that are tried there."""
    game, options = GAMES["sprawlopolis"], dict[str, Any]()
    luck = Chance(sha256(f"promises:{game.slug}:{options}:{seats}:{number}".encode()).digest())
    state = begun(game, options, seats, luck)
    for turn in range(luck.below("turns", TURNS)):
        (seat,) = game.to_move(state)
        moves = game.legal_moves(state, seat)
        strays = luck.below(f"stray_{turn}", STRAYS) == 0
        move = moves[luck.below(f"any_{turn}", len(moves))] if strays else most_promising(game, state, seat, luck, turn)
        state = settled(game, after(game, state, seat, move))
    (seat,) = game.to_move(state)
    return list(tried(game, state, seat, luck))


def begun(game: Game, options: dict[str, Any], seats: int, luck: Chance) -> Any:
    chosen = game.options(**options)
    state = game.initial(seats, chosen, game.rules)
    for event in game.setup(seats, chosen, luck):
        state = game.evolve(state, event)
    return settled(game, state)


def tried(game: Game, state: Any, seat: int, luck: Chance) -> Iterator[Tried]:
    view = game.view(state, seat)
    moves = game.legal_moves(view, seat)
    best = most_promising(game, view, seat, luck, -1)
    wanted = [best, *[moves[luck.below(f"tried_{at}", len(moves))] for at in range(TRIED - 1)]]
    for move in wanted:
        found, gain = looked_at(view, move)
        ends = []
        for number in range(WORLDS):
            world_luck = Chance(luck.salt("world", number))
            world = game.imagine(view, seat, world_luck)
            ended = played_out(game, settled(game, after(game, world, seat, move)), world_luck)
            ends.append(game.points(ended, seat))
        yield Tried(view.moves_left - 1, found, gain, tuple(ends))


class Compared(NamedTuple):
    """The moves of a position, each compared with their average."""

    left: np.ndarray
    features: np.ndarray
    gains: np.ndarray
    ends: np.ndarray
    luck: np.ndarray  # the variance of `ends` that comes from having seen few worlds


class Fitted(NamedTuple):
    weights: np.ndarray
    doubts: tuple[float, float]
    said: Mapping[str, float]


def fit(positions: Sequence[Sequence[Tried]]) -> Fitted:
    """Ridge regression. A last turn is left out: nothing is left to be foreseen there."""
    each = [compared(moves) for moves in positions if moves and moves[0].left]
    kept = together([one for at, one in enumerate(each) if at % HELD_BACK])
    held = together([one for at, one in enumerate(each) if not at % HELD_BACK])
    scale = np.sqrt((kept.features**2).mean(0)) + 1e-9
    scaled, missing = kept.features / scale, kept.ends - kept.gains
    weights = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(len(scale)), scaled.T @ missing) / scale
    return Fitted(weights, doubts_of(held, weights), judged(held, weights))


def fit_to_nothing(positions: Sequence[Sequence[Tried]], weights: np.ndarray) -> Fitted:
    """These weights, and how well they foresee all of these positions."""
    seen = together([compared(moves) for moves in positions if moves and moves[0].left])
    return Fitted(weights, doubts_of(seen, weights), judged(seen, weights))


def compared(moves: Sequence[Tried]) -> Compared:
    features, gains = np.array([move.features for move in moves], float), np.array([move.gain for move in moves], float)
    ends = np.array([move.ends for move in moves], float)
    differences = ends - ends.mean(0)
    luck = differences.var(1, ddof=1) / differences.shape[1]
    left = np.array([move.left for move in moves], float)
    return Compared(left, features - features.mean(0), gains - gains.mean(), differences.mean(1), luck)


def together(each: Sequence[Compared]) -> Compared:
    return Compared(*(np.concatenate(parts) for parts in zip(*each, strict=True)))


def doubts_of(held: Compared, weights: np.ndarray) -> tuple[float, float]:
    """The square of the doubt, always and for each turn that is left, by least squares and without what is luck."""
    off = (held.gains + held.features @ weights - held.ends) ** 2 - held.luck
    always, a_turn = np.polynomial.polynomial.polyfit(held.left, off, 1)
    if a_turn < 0:
        always, a_turn = max(0.0, off.mean()), 0.0
    elif always < 0:
        always, a_turn = 0.0, max(0.0, (off @ held.left) / (held.left @ held.left))
    return NORMAL**2 * float(always), NORMAL**2 * float(a_turn)


def judged(held: Compared, weights: np.ndarray) -> Mapping[str, float]:
    """On positions that were held back: how far from the played ends, without what luck adds there."""
    promised, luck = held.gains + held.features @ weights, float(held.luck.mean())

    def off(foretold: np.ndarray) -> float:
        return float(np.sqrt(max(0.0, ((foretold - held.ends) ** 2).mean() - luck)))

    return {
        "moves": len(held.ends),
        "correlation of the promise": float(np.corrcoef(promised, held.ends)[0, 1]),
        "correlation of the change at once": float(np.corrcoef(held.gains, held.ends)[0, 1]),
        "slope": float((promised @ held.ends) / (promised @ promised)),
        "off, promise": off(promised),
        "off, change at once": off(held.gains),
        "off, always the average": off(np.full_like(promised, held.ends.mean())),
        "luck": float(np.sqrt(luck)),
    }


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.promises", description=__doc__)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=200, help="after these no further position is begun")
    parser.add_argument("--keep", type=Path, required=True, help="the file that positions are added to, line by line")
    parser.add_argument("--check", action="store_true", help="find no weights: how well do the present ones foresee?")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    kept = dict(read(asked.keep))
    missing = [number for number in range(asked.positions) if number not in kept]
    play(asked.seats, missing, asked.keep, asked.seconds)
    positions = [moves for _, moves in sorted(read(asked.keep))]
    fitted = fit_to_nothing(positions, present()) if asked.check else fit(positions)
    for name, value in fitted.said.items():
        print(f"{name}: {value:.2f}")
    if asked.write:
        write(fitted)


def play(seats: int, numbers: Sequence[int], into: Path, seconds: int) -> None:
    until = time.monotonic() + seconds
    with into.open("a") as file:
        for number in numbers:
            if time.monotonic() > until:
                return
            file.write(json.dumps([number, position(seats, number)]) + "\n")
            file.flush()


def read(kept: Path) -> Iterator[tuple[int, list[Tried]]]:
    for line in kept.read_text().splitlines() if kept.exists() else ():
        number, found = json.loads(line)
        yield number, [Tried(left, tuple(features), gain, tuple(ends)) for left, features, gain, ends in found]


def present() -> np.ndarray:
    return np.array(of_place.WEIGHTS.each, float) / THOUSAND


def write(fitted: Fitted) -> None:
    each = zip(of_place.NAMES, fitted.weights, strict=True)
    found: dict[str, float] = {name: round(THOUSAND * float(weight)) for name, weight in each}
    found |= {name: round(square, 2) for name, square in zip(("doubt", "doubt_left"), fitted.doubts, strict=True)}
    path = GAMES_AT / "sprawlopolis" / "score" / "promise.json"
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
