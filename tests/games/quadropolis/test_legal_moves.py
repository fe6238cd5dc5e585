"""Which moves are legal, against positions whose moves are known."""

import json
from pathlib import Path

import pytest

from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.board import SLOTS
from shared.games.quadropolis.play.moves import TakeTile
from tests.games.quadropolis.positions import ALL_PARKS, ALL_TOWERS, PARKS_AND_A_TOWER, position, take

CASES = [json.loads(line) for line in Path(__file__).with_name("legal_moves.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_legal_moves_of_a_known_position_are_found(case):
    asked = case["input"]
    state = position(**asked)
    listed = [as_case(state, move) for move in GAME.legal_moves(state, 0)]
    assert len(listed) == case["expect"]["count"]
    assert sorted(listed, key=str) == sorted(case["expect"]["moves"], key=str)


def as_case(state, move: TakeTile):
    lies_there = state.site[seen_square(move)] >= 0
    target = [move.target.row + 1, move.target.column + 1] if move.target else "discard" if lies_there else None
    return [move.architect, move.slot.side, move.slot.line + 1, target]


def seen_square(move: TakeTile) -> int:
    line = range(5) if move.slot.side in "NW" else range(4, -1, -1)
    step = list(line)[move.architect - 1]
    return move.slot.line * 5 + step if move.slot.side in "EW" else step * 5 + move.slot.line


def free_slots(state) -> set[str]:
    return {move.slot.name for move in GAME.legal_moves(state, 0)}


def test_the_urbanist_closes_his_row_and_his_column_from_both_ends():
    state = position(ALL_PARKS, urbanist=(4, 4), architects=[("N", 1)])
    free = {"N2", "N3", "N5", "S1", "S2", "S3", "S5", "W1", "W2", "W3", "W5", "E1", "E2", "E3", "E5"}
    assert free_slots(state) == free


def test_architects_may_face_each_other_from_both_ends_of_a_line():
    state = position(ALL_PARKS, urbanist=(2, 1), architects=[("N", 1), ("W", 1)])
    free = {"N2", "N3", "N4", "N5", "S2", "S3", "S4", "S5", "W3", "W4", "W5", "E1", "E3", "E4", "E5"}
    assert free_slots(state) == free


def test_nothing_is_closed_in_the_first_turn_of_a_round():
    assert free_slots(position(ALL_PARKS)) == {slot.name for slot in SLOTS}


def targets(state, architect: int) -> set[tuple[int, int] | None]:
    """Where the tile may go that the architect takes from N1; None: discarded."""
    moves = [move for move in GAME.legal_moves(state, 0) if (move.architect, move.slot.name) == (architect, "N1")]
    return {(move.target.row + 1, move.target.column + 1) if move.target else None for move in moves}


def test_a_tower_in_an_empty_city_goes_to_the_row_or_the_column_of_the_architect():
    row_and_column = {(3, 1), (3, 2), (3, 3), (3, 4), (1, 3), (2, 3), (4, 3)}
    assert targets(position(ALL_TOWERS), 3) == {*row_and_column, None}


@pytest.mark.parametrize(("architect", "squares"), [(1, set()), (2, set()), (3, {(4, 3)}), (4, {(4, 3)})])
def test_a_tower_stacks_in_its_architects_row_or_column_or_as_his_floor(architect, squares):
    assert targets(position(ALL_TOWERS, PARKS_AND_A_TOWER), architect) == {*squares, None}


def test_a_park_can_only_be_discarded_in_a_full_city():
    state = position(ALL_PARKS, PARKS_AND_A_TOWER)
    assert all(move.target is None for move in GAME.legal_moves(state, 0))


def test_where_nothing_lies_there_is_one_move():
    bare = position([[None, {"down": True}, None, None, None]] * 5)
    assert len(GAME.legal_moves(bare, 0)) == 4 * 20


def test_who_is_not_called_has_no_moves():
    assert GAME.legal_moves(position(ALL_PARKS), 1) == []
    assert take(1, "N1") in GAME.legal_moves(position(ALL_PARKS), 0)
