"""What people talk about after a match, from nothing but the points after each move."""

from shared.platform.match.moments import Moment, Moved, best_moment, crossing, turning_point

NOTHING = (0, 0)


def told(*points: tuple[int, ...]) -> list[Moved]:
    """Seats move in turn; versions go up by two."""
    return [Moved(2 * at, (at - 1) % 2, each) for at, each in enumerate(points, 1)]


def test_the_best_moment_is_the_largest_gain_of_whoever_moved():
    moves = told((3, 0), (3, 5), (4, 5), (4, 6))
    assert best_moment(moves, NOTHING) == Moment(turn=2, version=4, seat=1, before=0, after=5)
    assert best_moment(moves, NOTHING).gain == 5  # type: ignore[union-attr]  # it was just compared


def test_of_equal_gains_the_last_is_the_best():
    found = best_moment(told((3, 0), (3, 3), (6, 3)), NOTHING)
    assert found is not None
    assert found.turn == 3


def test_where_nobody_gained_anything_there_is_no_best_moment():
    assert best_moment(told((-1, 0), (-1, -2)), NOTHING) is None
    assert best_moment([], NOTHING) is None


def test_the_turn_that_decided_is_the_one_after_which_the_winner_stayed_ahead():
    moves = told((3, 0), (3, 4), (9, 4), (9, 8))
    assert turning_point(moves, NOTHING, [0]) == Moment(turn=3, version=6, seat=0, before=3, after=9)


def test_it_may_be_a_move_of_somebody_else():
    found = turning_point(told((4, 5), (4, 3), (5, 3)), (4, 4), [0])
    assert found == Moment(turn=2, version=4, seat=1, before=5, after=3)


def test_who_wins_by_a_tie_break_was_not_behind_any_more():
    found = turning_point(told((3, 0), (3, 4), (4, 4), (4, 4)), NOTHING, [1])
    assert found is not None
    assert found.turn == 2


def test_no_turn_decided_if_it_was_so_from_the_first_one_on_or_if_several_win():
    assert turning_point(told((3, 0), (3, 2)), NOTHING, [0]) is None
    assert turning_point(told((3, 0), (3, 3)), NOTHING, [0, 1]) is None
    assert turning_point([], NOTHING, [0]) is None


def test_nor_if_whoever_won_has_fewer_points():
    assert turning_point(told((3, 0), (3, 4)), NOTHING, [0]) is None


def test_those_who_play_together_reach_the_target_for_good():
    moves = told((6, 6), (4, 4), (7, 7), (8, 8))
    assert crossing(moves, NOTHING, 5) == Moment(turn=3, version=6, seat=0, before=4, after=7)
    assert crossing(moves, NOTHING, 4) is None


def test_or_miss_it_for_good():
    moves = told((3, 3), (6, 6), (4, 4))
    assert crossing(moves, NOTHING, 5) == Moment(turn=3, version=6, seat=0, before=6, after=4)
    assert crossing(moves, NOTHING, 9) is None
    assert crossing([], NOTHING, 9) is None
