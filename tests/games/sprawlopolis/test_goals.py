"""Each of the 18 goals on small cities: what brings points, what costs them, and which blocks are named."""

import pytest

from shared.games.grid import Cell
from shared.games.sprawlopolis.play.ground import cell_of
from shared.games.sprawlopolis.score.goals import COUNTED, GOALS
from shared.games.sprawlopolis.score.survey import survey
from tests.games.sprawlopolis.tables import city

LOOP = "R:SE C:SW", "R:NE R:NW"


def points(goal: int, *rows: str) -> int:
    return sum(reason.points for reason in COUNTED[goal](survey(city(*rows))))


def named(goal: int, *rows: str) -> list[tuple[int, str, list[Cell]]]:
    """Points, key and blocks of each reason."""
    reasons = COUNTED[goal](survey(city(*rows)))
    return [(reason.points, reason.key, [cell_of(spot) for spot in reason.blocks]) for reason in reasons]


def test_every_goal_says_its_rule_and_how_sure_its_rulings_are():
    assert list(GOALS) == list(COUNTED) == list(range(1, 19))
    assert all(goal.name and goal.rule and goal.rulings and goal.confidence for goal in GOALS.values())
    unsure = [number for number, goal in GOALS.items() if "inferred" in goal.confidence or "uncert" in goal.confidence]
    assert unsure == [1, 7, 11, 13, 17]


def test_1_a_road_with_one_end_at_the_edge_or_with_two_is_a_point_less():
    assert points(1, "R C:EW") == points(1, "C:EW") == -1
    assert points(1, "R C:EW R:NS") == 1 - 1
    assert named(1, "R C:EW R") == [(1, "road_ends_inside", [(0, 1)])]


def test_1_a_loop_is_a_point_and_a_hole_is_an_edge():
    assert [reason[:2] for reason in named(1, *LOOP)] == [(1, "loop_has_no_end")]
    assert points(1, "R R R", "R:EW . R", "R R R") == -1


def test_2_rows_and_columns_with_three_parks_count_through_gaps():
    assert points(2, "P . P R P") == 1 - 1
    assert named(2, "P P P R") == [
        (1, "row_of_parks", [(0, 0), (0, 1), (0, 2)]),
        (-1, "column_without_parks", [(0, 3)]),
    ]


def test_2_rows_and_columns_without_any_block_do_not_exist():
    assert points(2, "P . P", ". . .", "P . P") == 0


@pytest.mark.parametrize(("parks", "expected"), [(1, -8), (2, -5), (3, -2), (4, 1), (5, 4), (6, 7), (7, 7)])
def test_4_squares_of_a_zone_overlap(parks, expected):
    row = " ".join("P" * parks)
    assert points(4, row, row) == expected


def test_5_a_single_wrong_neighbour_spoils_it_and_an_open_side_does_not():
    assert points(5, "C I", "I C") == 4
    assert points(5, "C I R") == points(5, "C I P") == 0
    assert points(5, "I") == 2


def test_6_is_less_than_zero_where_industry_is_larger():
    assert points(6, "I I R", "I C R") == -1
    assert points(6, "C") == 0


def test_7_parks_inside_and_on_the_edge():
    assert named(7, ". C .", "C P C", ". P .") == [
        (1, "park_inside", [(1, 1)]),
        (-2, "park_on_edge", [(2, 1)]),
    ]


def test_8_of_equally_large_groups_the_better_one_counts():
    assert points(8, "R R I P R R P") == 2
    assert points(8, "R R I I I R R") == -2
    assert points(8, "P I") == 0


def test_8_a_block_counts_once_however_often_it_touches():
    assert points(8, "R R", "R P") == 1
    assert points(8, "R R R", "R I R", "R R R") == -2


def test_9_a_side_is_no_corner():
    assert points(9, "I I I") == 0
    assert points(9, "I C", "C I") == 2


def test_10_the_best_row_or_column_counts():
    assert named(10, "C R", "C C", "C R") == [(3, "column_of_commercial", [(0, 0), (1, 0), (2, 0)])]
    assert points(10, "R") == 0


def test_11_a_mart_needs_a_road_from_home_to_home():
    assert points(11, "R:EW C:EW R:EW") == 2
    assert points(11, "R:EW C:EW C:EW R:EW") == points(11, "C:EW R:EW") == points(11, "R C:EW R") == 0


def test_11_a_loop_is_read_all_the_way_round():
    for loop in (LOOP, ("R:SE R:SW", "C:NE R:NW"), ("C:SE R:SW", "R:NE R:NW"), ("R:SE R:SW", "R:NE C:NW")):
        assert points(11, *loop) == 2


def test_12_half_of_the_longest_road_is_rounded_down():
    assert [points(12, " ".join(["R:EW"] * sections)) for sections in (1, 2, 3, 4)] == [0, 1, 1, 2]
    assert points(12, "P") == 0


def test_13_a_road_hops_from_one_park_to_another():
    assert points(13, "P C:EW P") == points(13, "P C:EW I:EW R:EW P") == 3
    assert points(13, "P C:EW R") == points(13, "C:EW P") == points(13, *LOOP) == 0


def test_13_the_same_park_at_both_ends_is_none():
    assert points(13, ". R:SE I:SW", "R R:NS P") == 0  # one end in the park, one at the edge
    bend = ". R:SE C:SW", "C P I:NS", "R:NE R:EW R:NW"
    assert points(13, *bend) == 0  # an end at another block
    ring = "R:SE R:EW R:SW", "R:NE P R:NS", ". R:NE R:NW"
    assert points(13, *ring) == 0  # both ends would be in the park, were they not at its sides
    around = "I:SE R:EW R:SW", "R:NS . R:NS", "R:NE P R:NW"
    assert points(13, *around) == 0


def test_14_every_section_of_every_loop_counts_and_no_other():
    assert points(14, *LOOP) == 4
    two = "R:SE C:SW R:SE C:SW R:EW", "R:NE R:NW R:NE R:NW R"
    assert points(14, *two) == 8


def test_15_two_industrial_neighbours_are_enough_and_more_do_not_help():
    assert points(15, "I R") == 0
    assert points(15, ". I .", "I R I", ". I .") == 2


def test_16_a_road_must_run_through_home_and_work():
    assert points(16, "C:EW I:EW R:EW") == 2
    assert points(16, "C:EW R") == points(16, "C:EW R:NS") == 0


def test_17_a_corner_has_two_neighbouring_open_sides():
    assert points(17, ". R .", "R C R", ". R .") == 0
    assert points(17, "R C R") == 1
    assert points(17, "C R", "R R") == 2


def test_18_the_fullest_row_and_the_fullest_column_count_without_gaps():
    assert named(18, "R . R", "R . .") == [
        (2, "fullest_row", [(0, 0), (0, 2)]),
        (2, "fullest_column", [(0, 0), (1, 0)]),
    ]
