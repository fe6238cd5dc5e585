"""Equal points, different ranks: which measure parted whom, and who is named."""

from shared.games.tie_breaks import Measure, TieBreak, tie_breaks

FEWER_GAPS = Measure(
    name="gaps",
    value=lambda counted: counted[1],
    more_is_better=False,
    wins="{before} wins by fewer gaps: {best} against {other}",
    parts="fewer gaps put {before} before {after}: {best} against {other}",
)
MORE_PEOPLE = Measure(
    name="people",
    value=lambda counted: counted[2],
    more_is_better=True,
    wins="{before} wins by more people: {best} against {other}",
    parts="more people put {before} before {after}: {best} against {other}",
)
NAMES = ("Ada", "Bob", "Eve", "Zoe")


def found(*counted: tuple[int, int, int]) -> list[TieBreak]:
    """Each is points, gaps, people."""
    return tie_breaks(counted, lambda each: each[0], (FEWER_GAPS, MORE_PEOPLE))


def test_different_points_need_no_tie_break():
    assert found((9, 0, 0), (8, 0, 0), (7, 0, 0)) == []


def test_who_is_equal_in_everything_shares_the_rank():
    assert found((9, 1, 1), (9, 1, 1)) == []


def test_the_first_measure_that_differs_decides():
    (tie,) = found((9, 3, 9), (9, 1, 0))
    assert tie.sentence(NAMES) == "Bob wins by fewer gaps: 1 against 3"
    assert tie.plain(first=1) == {"before": [2], "after": [1], "by": "gaps", "values": [1, 3]}


def test_the_next_measure_decides_where_the_first_is_equal():
    (tie,) = found((9, 2, 4), (9, 2, 6))
    assert tie.sentence(NAMES) == "Bob wins by more people: 6 against 4"


def test_several_who_share_a_place_are_named_together():
    (tie,) = found((9, 1, 5), (9, 1, 5), (9, 2, 5), (4, 0, 0))
    assert tie.sentence(NAMES) == "fewer gaps put Ada and Bob before Eve: 1 against 2"


def test_ties_further_down_are_named_too():
    (tie,) = found((9, 0, 0), (5, 4, 0), (5, 3, 0), (1, 0, 0))
    assert tie.sentence(NAMES) == "fewer gaps put Eve before Bob: 3 against 4"
