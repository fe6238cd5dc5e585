"""What a building promises: how many points more it brings by the end of the match than discarding its tile.

What it changes at once, and a weighed sum of how it changes what the city can hope for (`prospects.py`), in whole
numbers, so that every machine finds the same. The weights say what cities that could hope for so much ended with;
`tests/bench/prospects.py` finds them, and decision 0044 says how well they foresee the end.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files

from shared.games.grid import Cell
from shared.games.promises import THOUSAND, Promises, Weights, doubt, foreseen, weights
from shared.games.quadropolis.play.board import BOARDS, SQUARE
from shared.games.quadropolis.play.decide import reached
from shared.games.quadropolis.play.evolve import built
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.state import Holding, State
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.prospects import GROWTH, SUPPLIES, growth, supplies, tiles
from shared.games.quadropolis.score.result import points, points_after

Features = tuple[int, ...]

NAMES = (*SUPPLIES, "tiles_by_turn", "gain", *GROWTH)
SOON = 4  # turns: what is more than these away is foreseen no better


def promise(state: State, seat: int, tile: int, square: int, gain: int) -> int:
    """In thousandths of a point. `gain` is what the same building changes at once: in the last turn that is all."""
    return THOUSAND * gain + foreseen(WEIGHTS[state.mode], features(state, seat, tile, square, gain))


def promises(state: State, seat: int, moves: Sequence[TakeTile]) -> Promises:
    """Of these legal moves. Many build the same, which is looked at once."""
    now, squares = points(state, seat), SQUARE[state.mode]
    found: dict[tuple[int, Cell], int] = {}

    def promised(move: TakeTile, then: int) -> int:
        if move.target is None:
            return 0
        key = state.site[reached(move)], move.target
        if key not in found:
            found[key] = promise(state, seat, key[0], squares[move.target], then - now)
        return found[key]

    each = [promised(move, then) for move, then in zip(moves, points_after(state, seat, moves), strict=True)]
    return Promises(each, doubt(WEIGHTS[state.mode], turns_left(state)))


def features(state: State, seat: int, tile: int, square: int, gain: int) -> Features:
    """How the building changes what the city can hope for, in the sequence of `NAMES`; nothing in the last turn."""
    left, holding = turns_left(state), state.holdings[seat]
    then = built(holding, tile, square, TILES[tile].inhabitants, TILES[tile].energy)
    pairs = zip(hopes(state.mode, then, gain, left), hopes(state.mode, holding, 0, left), strict=True)
    return tuple([more - before for more, before in pairs])


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
