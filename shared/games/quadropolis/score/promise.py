"""What a building promises: how many points more it brings by the end of the match than discarding its tile.

What it changes at once, and a weighed sum of what may come of it, in whole numbers, so that every machine finds the
same. The weights come from matches played to the end from the same position, with the building and without it;
`tests/bench/promises.py` finds them, and decision 0044 says how well they foresee the end.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files

from shared.games.grid import Cell
from shared.games.promises import THOUSAND, Promises, Weights, doubt, foreseen, weights
from shared.games.quadropolis.play.board import BOARDS, SQUARE
from shared.games.quadropolis.play.decide import reached
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.play.state import Holding, State
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.result import points, points_after
from shared.games.quadropolis.score.tables import NEEDS, PLANS, Plan

Features = tuple[int, ...]

KINDS = tuple(Kind)
LIKED = {
    Kind.TOWER: (Kind.PARK, Kind.SQUARE),
    Kind.OFFICE: (Kind.PARK, Kind.SQUARE, Kind.FACTORY, Kind.OFFICE),
    Kind.PARK: (Kind.TOWER, Kind.OFFICE, Kind.MONUMENT),
    Kind.SQUARE: (Kind.TOWER, Kind.OFFICE, Kind.MONUMENT),
    Kind.SHOP: (Kind.FACTORY, Kind.MONUMENT),
    Kind.HARBOUR: (Kind.FACTORY, Kind.HARBOUR),
    Kind.FACTORY: (Kind.SHOP, Kind.HARBOUR, Kind.OFFICE),
    Kind.SERVICE: (Kind.MONUMENT,),
    Kind.MONUMENT: (Kind.PARK, Kind.SQUARE, Kind.SHOP, Kind.SERVICE),
}
"""By kind: beside what it scores more, or lets it score more."""

CHANGES = ("new_square", "floors", "liked", "monument_hurt", "new_district")
SUPPLIES = ("energy_of_use", "energy_missing", "people_of_use", "people_missing", "inactive")
NAMES = (*SUPPLIES, *CHANGES, *(kind.value for kind in KINDS), *(f"room_{kind.value}" for kind in KINDS))
SOON = 8  # turns: what is more than these away is foreseen no better


def promise(state: State, seat: int, tile: int, square: int, gain: int) -> int:
    """In thousandths of a point. `gain` is what the same building changes at once: in the last turn that is all."""
    return THOUSAND * gain + foreseen(WEIGHTS[state.mode], features(state, seat, tile, square))


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


def features(state: State, seat: int, tile: int, square: int) -> Features:
    """In the sequence of `NAMES`; all of them are 0 in the last turn."""
    left = turns_left(state)
    soon = min(left, SOON)
    return (
        *_supplies(state.holdings[seat], tile, square, left),
        *[soon * each for each in _changes(state, seat, tile, square)],
    )


def turns_left(state: State) -> int:
    """Of the seat that is to move, after this turn."""
    board, seats = BOARDS[state.mode], len(state.holdings)
    return (state.turns_left + seats - 1) // seats - 1 + (board.rounds - state.round) * board.turns


def _changes(state: State, seat: int, tile: int, square: int) -> list[int]:
    """What else the building is good for later: the more turns are left, the more comes of it."""
    holding, plan, kind = state.holdings[seat], PLANS[state.mode], TILES[tile].kind
    floors = len(holding.squares[square])
    near = [TILES[holding.squares[other][0]].kind for other in plan.beside[square] if holding.squares[other]]
    room = 0 if floors else len(plan.beside[square]) - len(near)
    return [
        0 if floors else 1,
        floors,
        sum([each in LIKED[kind] for each in near]),
        _hurt(kind, near),
        _new_district(holding, plan, kind, square),
        *[int(each is kind) for each in KINDS],
        *[room if each is kind else 0 for each in KINDS],
    ]


def _hurt(kind: Kind, near: Sequence[Kind]) -> int:
    """Monuments beside what they lose points by."""
    if kind is Kind.MONUMENT:
        return sum([other in (Kind.FACTORY, Kind.HARBOUR) for other in near])
    return near.count(Kind.MONUMENT) if kind in (Kind.FACTORY, Kind.HARBOUR) else 0


def _new_district(holding: Holding, plan: Plan, kind: Kind, square: int) -> int:
    if kind is not Kind.SERVICE:
        return 0
    there = {
        plan.districts[at] for at, pile in enumerate(holding.squares) if pile and TILES[pile[0]].kind is Kind.SERVICE
    }
    return int(plan.districts[square] not in there)


def _supplies(holding: Holding, tile: int, square: int, left: int) -> list[int]:
    """Of energy and of inhabitants: how many more can still be of use, and how many more are missing.

    No turn uses up more than one of each, so nothing beyond the turns that are left counts. The last one: whether the
    building can't work yet.
    """
    people, energy = _needed(holding)
    asked = (0, 0) if holding.squares[square] else NEEDS[TILES[tile].kind]
    found = []
    for past, more in (
        (holding.energy - energy, TILES[tile].energy - asked[1]),
        (holding.inhabitants - people, TILES[tile].inhabitants - asked[0]),
    ):
        found.append(min(max(0, past + more), left) - min(max(0, past), left))
        found.append(min(max(0, -past - more), left) - min(max(0, -past), left))
    is_short = (
        holding.energy + TILES[tile].energy < asked[1] or holding.inhabitants + TILES[tile].inhabitants < asked[0]
    )
    return [*found, int(is_short and left > 0)]


def _needed(holding: Holding) -> tuple[int, int]:
    """The inhabitants and the energy with which everything would be active."""
    needs = [NEEDS[TILES[pile[0]].kind] for pile in holding.squares if pile]
    return sum([people for people, _ in needs]), sum([energy for _, energy in needs])


def _read() -> Mapping[str, Weights]:
    listed = json.loads(files(__package__).joinpath("promise.json").read_text(encoding="ascii"))
    return {mode: weights(found, NAMES) for mode, found in listed.items()}


WEIGHTS = _read()
"""By mode."""
