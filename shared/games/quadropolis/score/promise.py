"""What a building promises: how many points more it brings by the end of the match than discarding its tile.

A weighed sum of what the building changes, in whole numbers, so that every machine finds the same. The weights come
from matches played to the end from the same position, with the building and without it; `tests/bench/promises.py`
finds them, and decision 0044 says how well they foresee the end.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.play.state import Holding, State
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.tables import NEEDS, PLANS, Plan

THOUSAND = 1000
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

CHANGES = (
    "gain", "new_square", "floors", "liked", "monument_hurt", "new_district",
    "energy_missing", "energy_spare", "people_missing", "people_spare",
)  # fmt: skip
NAMES = tuple(
    f"{name}{turns}"
    for name in (*CHANGES, *(kind.value for kind in KINDS), *(f"room_{kind.value}" for kind in KINDS))
    for turns in ("", "_left")
)
"""Each change as it is, and times the turns that the builder has left."""


def promise(state: State, seat: int, tile: int, square: int, gain: int) -> int:
    """In points, rounded. `gain` is what the same building changes at once."""
    found = foreseen(state.mode, features(state, seat, tile, square, gain))
    return (2 * found + THOUSAND) // (2 * THOUSAND)


def foreseen(mode: str, found: Features) -> int:
    """In thousandths of a point."""
    return sum([weight * value for weight, value in zip(WEIGHTS[mode], found, strict=True)])


def features(state: State, seat: int, tile: int, square: int, gain: int) -> Features:
    """In the sequence of `NAMES`."""
    left = turns_left(state)
    return tuple([value * turns for value in _changes(state, seat, tile, square, gain) for turns in (1, left)])


def turns_left(state: State) -> int:
    """Of the seat that is to move, after this turn."""
    board, seats = BOARDS[state.mode], len(state.holdings)
    return (state.turns_left + seats - 1) // seats - 1 + (board.rounds - state.round) * board.turns


def _changes(state: State, seat: int, tile: int, square: int, gain: int) -> list[int]:
    holding, plan, built = state.holdings[seat], PLANS[state.mode], TILES[tile]
    floors = len(holding.squares[square])
    near = [TILES[holding.squares[other][0]].kind for other in plan.beside[square] if holding.squares[other]]
    room = 0 if floors else len(plan.beside[square]) - len(near)
    return [
        gain,
        0 if floors else 1,
        floors,
        sum([kind in LIKED[built.kind] for kind in near]),
        _hurt(built.kind, near),
        _new_district(holding, plan, built.kind, square),
        *_supplies(holding, tile, floors),
        *[int(kind is built.kind) for kind in KINDS],
        *[room if kind is built.kind else 0 for kind in KINDS],
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
        plan.districts[at]
        for at, pile in enumerate(holding.squares)
        if pile and TILES[pile[0]].kind is Kind.SERVICE
    }
    return int(plan.districts[square] not in there)


def _supplies(holding: Holding, tile: int, floors: int) -> Iterator[int]:
    """How much more is missing, and how much more is spare, of energy and of inhabitants."""
    people, energy = 0, 0
    for pile in holding.squares:
        if pile:
            needed = NEEDS[TILES[pile[0]].kind]
            people, energy = people + needed[0], energy + needed[1]
    asked = (0, 0) if floors else NEEDS[TILES[tile].kind]
    for past, more in (
        (holding.energy - energy, TILES[tile].energy - asked[1]),
        (holding.inhabitants - people, TILES[tile].inhabitants - asked[0]),
    ):
        yield max(0, -past - more) - max(0, -past)
        yield max(0, past + more) - max(0, past)


def _read() -> Mapping[str, Features]:
    listed = json.loads(files(__package__).joinpath("promise.json").read_text(encoding="ascii"))
    return {mode: tuple(weights[name] for name in NAMES) for mode, weights in listed.items()}


WEIGHTS = _read()
"""By mode, in thousandths of a point."""
