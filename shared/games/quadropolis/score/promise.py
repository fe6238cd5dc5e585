"""What a building promises: how many points more it brings by the end of the match than discarding its tile.

What it changes at once, and a weighed sum of how it changes what the city can hope for (`prospects.py`), in whole
numbers, so that every machine finds the same. The weights say what cities that could hope for so much ended with;
`tests/bench/prospects.py` finds them, and decision 0044 says how well they foresee the end.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from operator import sub

from shared.games.grid import Cell
from shared.games.promises import THOUSAND, Promises, Weights, doubt, foreseen, weights
from shared.games.quadropolis.play.board import BOARDS, SQUARE
from shared.games.quadropolis.play.decide import reached
from shared.games.quadropolis.play.evolve import built
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.pieces import Mode
from shared.games.quadropolis.play.state import Holding, State
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.prospects import GROWTH, SUPPLIES, growth, supplies, tiles
from shared.games.quadropolis.score.result import points_of

Features = tuple[int, ...]

NAMES = (*SUPPLIES, "tiles_by_turn", "gain", *GROWTH)
REMEMBERED = 1 << 15
SOON = 4  # turns: what is more than these away is foreseen no better


def promise(state: State, seat: int, tile: int, square: int, gain: int) -> int:
    """In thousandths of a point. `gain` is what the same building changes at once: in the last turn that is all."""
    return THOUSAND * gain + foreseen(WEIGHTS[state.mode], features(state, seat, tile, square, gain))


def promises(state: State, seat: int, moves: Sequence[TakeTile]) -> Promises:
    """Of these legal moves. Many build the same, which is looked at once."""
    mode, holding, left = state.mode, state.holdings[seat], turns_left(state)
    site, squares, found = state.site, SQUARE[mode], dict[tuple[int, Cell], int]()
    each = []
    for move in moves:
        if move.target is None:
            each.append(0)
            continue
        key = site[reached(move)], move.target
        if key not in found:
            found[key] = _promised(mode, holding, left, key[0], squares[move.target])
        each.append(found[key])
    return Promises(each, doubt(WEIGHTS[mode], left))


@lru_cache(maxsize=REMEMBERED)
def _promised(mode: Mode, holding: Holding, left: int, tile: int, square: int) -> int:
    """Bots that search ask for the same building again and again."""
    then = _with_tile(holding, tile, square)
    gain = points_of(mode, then) - points_of(mode, holding)
    changes = map(sub, hopes(mode, then, gain, left), _hopes(mode, holding, left))
    return THOUSAND * gain + foreseen(WEIGHTS[mode], list(changes))


def features(state: State, seat: int, tile: int, square: int, gain: int) -> Features:
    """How the building changes what the city can hope for, in the sequence of `NAMES`; nothing in the last turn."""
    left, holding = turns_left(state), state.holdings[seat]
    then = hopes(state.mode, _with_tile(holding, tile, square), gain, left)
    return tuple(map(sub, then, hopes(state.mode, holding, 0, left)))


def _with_tile(holding: Holding, tile: int, square: int) -> Holding:
    return built(holding, tile, square, TILES[tile].inhabitants, TILES[tile].energy)


@lru_cache(maxsize=1 << 10)
def _hopes(mode: str, holding: Holding, left: int) -> list[int]:
    """Of a city as it is."""
    return hopes(mode, holding, 0, left)


def hopes(mode: str, holding: Holding, points: int, left: int) -> list[int]:
    """Of a city with so many turns left: in the sequence of `NAMES`."""
    soon = min(left, SOON)
    grown = [soon * each for each in (points, *growth(mode, holding))]
    return [*(supplies(mode, holding, left) if left else (0,) * len(SUPPLIES)), left * tiles(holding), *grown]


def turns_left(state: State) -> int:
    """Of the seat that is to move, after this turn."""
    board, seats = BOARDS[state.mode], len(state.holdings)
    return (state.turns_left + seats - 1) // seats - 1 + (board.rounds - state.round) * board.turns


def _read() -> Mapping[str, Weights]:
    listed = json.loads(files(__package__).joinpath("promise.json").read_text(encoding="ascii"))
    return {mode: weights(found, NAMES) for mode, found in listed.items()}


WEIGHTS = _read()
"""By mode."""
