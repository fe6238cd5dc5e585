"""A turn of classic Quadropolis: which moves are refused, with which sentence, and what the others lead to."""

import pytest

from shared.errors import IllegalMove, NotYourTurn
from shared.games.grid import Cell
from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.board import Slot
from shared.games.quadropolis.play.events import TileTaken
from shared.games.quadropolis.play.moves import TakeTile
from tests.games.quadropolis.positions import ALL_PARKS, ALL_TOWERS, PARK, PARKS_AND_A_TOWER, TOWER, position, take
from tests.games.scenario import given

MAYORS = [[{"building": "tower", "inhabitants": 1, "mayor": True}] * 5] * 5
HARBOURS = [[{"building": "harbour", "inhabitants": 1, "energy": 1}] * 5] * 5
NOTHING = [[None, {"down": True}, None, None, None]] * 5
FOUR_FLOORS = [[{"building": "tower", "floors": 4}, None, None, None], *[[None] * 4] * 3]


def in_position(*arguments, **named):
    return given(GAME, position(*arguments, **named))


def test_an_architect_takes_the_tile_as_far_away_as_his_number():
    in_position(HARBOURS).when(0, take(2, "W1", (2, 1))).then(
        TileTaken(
            seat=0,
            architect=2,
            slot=Slot("W", 0),
            square=Cell(0, 1),
            tile="R1-HAR-03",
            target=Cell(1, 0),
            inhabitants=1,
            energy=1,
            mayor=False,
        )
    )


@pytest.mark.parametrize(
    ("slot", "square"), [("N2", (2, 1)), ("E2", (1, 2)), ("S2", (2, 1)), ("W2", (1, 2)), ("N5", (2, 4)), ("E5", (4, 2))]
)
def test_squares_are_counted_from_the_architects_own_side(slot, square):
    (taken,) = GAME.decide(position(ALL_PARKS), 0, take(3, slot))
    assert taken.square == square
    (first,) = GAME.decide(position(ALL_PARKS), 0, take(1, "S2"))
    assert first.square == (4, 1)


def test_what_was_placed_stands_in_the_city_and_gives_what_is_printed():
    after = in_position(HARBOURS).when(0, take(2, "W1", (2, 1))).and_then().state
    assert after.holdings[0].city[4].kind == "harbour"
    assert (after.holdings[0].inhabitants, after.holdings[0].energy) == (1, 1)
    assert after.site[1] < 0
    assert GAME.plain(after)["cities"][0]["last"] == {"row": 1, "column": 0}


def test_a_discarded_tile_gives_nothing_and_leaves_the_site():
    after = in_position(MAYORS).when(0, take(2, "W1")).and_then().state
    assert (after.holdings[0].inhabitants, after.site[1], after.mayor) == (0, -1, 0)
    assert after.holdings[0].city == position(MAYORS).holdings[0].city


def test_the_urbanist_walks_to_the_square_be_it_empty_or_not():
    assert in_position(NOTHING).when(0, take(1, "W3")).and_then().state.urbanist == 10
    assert in_position(ALL_PARKS).when(0, take(1, "W3")).and_then().state.urbanist == 10


def test_a_tile_that_lies_face_down_is_an_empty_square_and_stays():
    asked = in_position(NOTHING).when(0, take(2, "W1"))
    (taken,) = GAME.decide(asked.state, 0, asked.move)
    assert (taken.tile, taken.target) == (None, None)
    after = asked.and_then().state
    assert after.site == asked.state.site
    assert after.pools == ((0, 1, 0, 1, 1), (0, 1, 1, 1, 1))


def test_towers_stack():
    state = position(ALL_TOWERS, PARKS_AND_A_TOWER)
    after = given(GAME, state).when(0, take(3, "N1", (4, 3))).and_then().state
    assert after.holdings[0].city[14].floors == 3
    assert after.holdings[0].stacks == ((0, 0, 0, 1 << 14, 0), (0,) * 5)


def test_placing_the_mayors_sign_takes_the_mayor_but_keeps_the_running_order():
    state = position(MAYORS)._replace(starts=1, mayor=1, turns_left=7)
    after = given(GAME, state).when(0, take(1, "N1", (1, 1))).and_then().state
    assert (after.mayor, after.starts, GAME.to_move(after)) == (0, 1, (1,))


def test_the_other_seat_waits():
    in_position(ALL_PARKS).when(1, take(1, "N1")).then_refused(NotYourTurn, "it is the turn of seat 1")


def test_nobody_moves_before_the_first_site_is_dealt():
    nothing_dealt = GAME.initial(2, GAME.options(), 1)
    given(GAME, nothing_dealt).when(0, take(1, "N1")).then_refused(NotYourTurn, "nobody is called to move")


def test_an_architect_works_once_a_round():
    asked = in_position(ALL_PARKS, available=(1, 3)).when(0, take(2, "N1"))
    asked.then_refused(IllegalMove, "architect 2 has already been used this round")


def test_two_architects_never_share_a_slot():
    asked = in_position(ALL_PARKS, architects=[("N", 1)]).when(0, take(2, "N1"))
    asked.then_refused(IllegalMove, "slot N1 is taken by seat 2's architect 1")


@pytest.mark.parametrize("slot", ["W2", "E2"])
def test_the_urbanist_closes_his_row(slot):
    asked = in_position(ALL_PARKS, urbanist=(2, 4)).when(0, take(2, slot))
    asked.then_refused(IllegalMove, "row 2 is closed by the urbanist")


@pytest.mark.parametrize("slot", ["N4", "S4"])
def test_the_urbanist_closes_his_column(slot):
    asked = in_position(ALL_PARKS, urbanist=(2, 4)).when(0, take(2, slot))
    asked.then_refused(IllegalMove, "column 4 is closed by the urbanist")


def test_an_architect_builds_in_the_row_or_the_column_of_his_number():
    asked = in_position(ALL_PARKS).when(0, take(2, "W1", (4, 4)))
    asked.then_refused(IllegalMove, "architect 2 builds in row 2 or column 2")


def test_only_towers_stack():
    in_position(ALL_PARKS, PARKS_AND_A_TOWER).when(0, take(3, "W1", (4, 3))).then_refused(IllegalMove, TAKEN)
    in_position(ALL_TOWERS, PARKS_AND_A_TOWER).when(0, take(1, "W1", (1, 1))).then_refused(IllegalMove, TAKEN)


TAKEN = "this square is taken"


def test_a_floor_needs_its_number_or_the_row_or_the_column():
    asked = in_position(ALL_TOWERS, PARKS_AND_A_TOWER).when(0, take(2, "W1", (4, 3)))
    asked.then_refused(IllegalMove, "floor 3 needs architect 3, or row or column 2")


def test_a_tower_ends_at_four_floors():
    asked = in_position(ALL_TOWERS, FOUR_FLOORS).when(0, take(1, "W1", (1, 1)))
    asked.then_refused(IllegalMove, "a stack has at most 4 floors")


def test_where_nothing_lies_nothing_is_placed():
    in_position(NOTHING).when(0, take(1, "W1", (1, 1))).then_refused(IllegalMove, "there is nothing to place")


def test_what_does_not_exist_is_refused():
    start = in_position([[TOWER, PARK, TOWER, PARK, TOWER]] * 5)
    start.when(0, take(5, "W1")).then_refused(IllegalMove, "there is no architect 5")
    far = take(1, "W1", (5, 1))
    start.when(0, far).then_refused(IllegalMove, "your city has no square in row 5, column 1")
    beside = TakeTile(architect=1, slot=Slot("W", 5), target=None)
    start.when(0, beside).then_refused(IllegalMove, "there is no slot W6")
