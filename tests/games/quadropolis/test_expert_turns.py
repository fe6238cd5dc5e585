"""A turn of expert Quadropolis: the common architects, numbers and districts, and stacks of offices."""

import pytest

from shared.errors import IllegalMove
from shared.games.quadropolis import GAME
from tests.games.quadropolis.positions import ALL_PARKS, ALL_TOWERS, PARK, Piece, position, take
from tests.games.scenario import given, key, settled_down

OFFICE: Piece = {"building": "office"}
TOWER: Piece = {"building": "tower"}
ALL_OFFICES = [[OFFICE] * 5] * 5  # a site
NUMBERED_THREE = {(1, 2), (1, 5), (3, 3), (4, 2)}
DISTRICT_THREE = {(3, 4), (3, 5), (4, 4), (4, 5)}
HIS_SQUARES = "architect 3 builds on squares numbered 3 and in district 3"


def city(there: dict[tuple[int, int], Piece] | None = None, elsewhere: Piece | None = None):
    found = there or {}
    return [[found.get((row, column), elsewhere) for column in range(1, 6)] for row in range(1, 5)]


def in_expert(site, squares=None, **named):
    return position(site, squares or city(), mode="expert", **named)


def targets(state, architect: int) -> set[tuple[int, int] | None]:
    """Where the tile may go that the architect takes from N1; None: discarded."""
    moves = [move for move in GAME.legal_moves(state, 0) if (move.architect, move.slot.name) == (architect, "N1")]
    return {(move.target.row + 1, move.target.column + 1) if move.target else None for move in moves}


@pytest.mark.parametrize("site", [ALL_PARKS, ALL_TOWERS, ALL_OFFICES])
def test_an_architect_builds_on_squares_of_his_number_and_in_his_district(site):
    state = in_expert(site)
    assert targets(state, 3) == {*NUMBERED_THREE, *DISTRICT_THREE, None}
    given(GAME, state).when(0, take(3, "N1", (1, 1))).then_refused(IllegalMove, HIS_SQUARES)


def test_all_seats_take_from_the_same_architects_as_many_of_each_number_as_there_are_seats():
    options = GAME.options(mode="expert")
    state, _ = settled_down(GAME, given(GAME, GAME.initial(3, options, 1), *GAME.setup(3, options, key(1))).state)
    asked = given(GAME, state)
    for slot in ("N1", "S1", "S3"):
        (seat,) = GAME.to_move(asked.state)
        free = [move for move in GAME.legal_moves(asked.state, seat) if move.architect == 2 and move.target is None]
        asked = asked.when(seat, free[0]).and_then()
        assert asked.state.pools[0][2] >= 0, slot
    assert asked.state.pools == ((0, 3, 0, 3, 3, 3),)
    (seat,) = GAME.to_move(asked.state)
    assert {move.architect for move in GAME.legal_moves(asked.state, seat)} == {1, 3, 4, 5}
    asked.when(seat, take(2, "W1")).then_refused(IllegalMove, "every architect 2 has been used this round")


def test_offices_stack_as_towers_do():
    stacks = city({(1, 1): {**OFFICE, "floors": 2}, (1, 2): OFFICE}, elsewhere=PARK)
    state = in_expert(ALL_OFFICES, stacks)
    assert targets(state, 3) == {(1, 1), (1, 2), None}  # by the floor, and by his number
    after = given(GAME, state).when(0, take(3, "N1", (1, 1))).and_then().state.holdings[0]
    assert (after.city[0].kind, after.city[0].floors) == ("office", 3)
    assert after.stacks == ((0,) * 6, (0, 1 << 1, 0, 1 << 0, 0, 0))
    asked = given(GAME, state).when(0, take(4, "N1", (1, 1)))
    asked.then_refused(IllegalMove, "floor 3 needs architect 3, or number or district 4")


def test_nothing_stacks_on_another_kind():
    state = in_expert(ALL_OFFICES, city(elsewhere=TOWER))
    assert targets(state, 2) == {None}
    given(GAME, state).when(0, take(2, "N1", (1, 1))).then_refused(IllegalMove, "this square is taken")


def test_a_stack_ends_at_its_fifth_floor():
    state = in_expert(ALL_TOWERS, city({(1, 1): {**TOWER, "floors": 4}, (1, 2): {**TOWER, "floors": 5}}, PARK))
    assert targets(state, 5) == {(1, 1), None}
    asked = given(GAME, state).when(0, take(3, "N1", (1, 2)))
    asked.then_refused(IllegalMove, "a stack has at most 5 floors")


def test_the_architects_come_back_and_five_rounds_are_played():
    options = GAME.options(mode="expert", squares=True)
    state, _ = settled_down(GAME, given(GAME, GAME.initial(2, options, 1), *GAME.setup(2, options, key(2))).state)
    asked, rounds = given(GAME, state), []
    while called := GAME.to_move(asked.state):
        if asked.state.turns_left == 8:
            rounds.append((asked.state.round, asked.state.pools))
        asked = asked.when(called[0], GAME.legal_moves(asked.state, called[0])[0]).and_then()
    assert rounds == [(number, ((0, 2, 2, 2, 2, 2),)) for number in range(1, 6)]


def test_a_view_tells_the_plan_of_the_city_and_what_is_left_of_the_architects():
    told = GAME.plain(GAME.view(in_expert(ALL_PARKS, available=(1, 5)), None))
    assert (told["mode"], told["squares"]) == ("expert", False)
    assert told["pool"] == [{"number": number, "left": int(number in (1, 5))} for number in range(1, 6)]
    assert told["districts"][2] == [5, 5, 4, 3, 3]
    assert told["numbers"][2] == [1, 2, 3, 1, 2]
    classic = GAME.plain(GAME.view(position(ALL_PARKS), None))
    assert (classic["pool"], classic["numbers"], classic["districts"][0]) == (None, None, [1, 1, 2, 2])
