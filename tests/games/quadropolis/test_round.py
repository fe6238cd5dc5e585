"""A round on a real table: cities side by side, ranked as the rules rank them; and the keypad for its numbers."""

import pytest

from shared.games.quadropolis import GAME
from shared.games.quadropolis.page.round import compare
from shared.games.quadropolis.page.sheet import sheet

ADA = {"city": "T3S-.V2", "inhabitants": "6", "energy": "3"}  # 15 points
BO = {"city": "PPT2-HHHH", "inhabitants": "4", "energy": "5"}  # 15 points, with an inhabitant fewer in the city


def test_each_city_counts_as_on_a_sheet_of_its_own():
    compared = compare([ADA, BO])
    assert compared.result.points == tuple(sheet(each)["best"]["total"] for each in (ADA, BO)) == (15, 15)
    assert [each["total"] for each in compared.cities] == [15, 15]
    assert [sum(lines.values()) for lines in compared.result.lines] == [15, 15]


def test_a_tie_break_decides_between_equal_points_and_both_numbers_are_there():
    compared = compare([BO, ADA])
    assert compared.result.places == (2, 1)
    assert [(each.by, each.best, each.other) for each in compared.ties] == [("placed_inhabitants", 5, 4)]
    assert [(each.name, each.values) for each in compared.measures] == [
        ("placed_inhabitants", (4, 5)),
        ("empty_squares", (9, 13)),
    ]


def test_a_round_has_one_mode():
    office = {"city": "O", "inhabitants": "1", "energy": "1"}
    assert compare([{"mode": "expert"}, office]).result.lines[1].keys() == set(GAME.result(expert()).lines[0])
    assert compare([{}, {**office, "mode": "expert"}]).result.points == (0, -2)


def expert():
    return GAME.initial(2, GAME.options(mode="expert"), GAME.rules)


@pytest.mark.parametrize(
    ("before", "keys", "number"),
    [("", "7", "7"), ("1", "2", "12"), ("", "12", "12"), ("12", "x", None), ("99", "91", "1"), ("5", "y", "5")],
)
@pytest.mark.parametrize("field", ["inhabitants", "energy"])
def test_a_keypad_writes_digit_by_digit_and_begins_anew_where_a_number_grows_too_large(field, before, keys, number):
    query = {**ADA, field: before}
    for key in keys:
        query = sheet({**query, "press": field, "on": key})["chosen"]
    assert query.get(field) == number


def test_a_key_that_no_keypad_has_is_named():
    wrong = sheet({**ADA, "press": "energy", "on": "12"})["wrong"]
    assert [(each["field"], each["values"]["said"]) for each in wrong] == [("on", "12")]


def test_the_numbers_do_not_change_while_somebody_explores():
    explored = sheet({**ADA, "given": "best"})["chosen"]
    assert sheet({**explored, "press": "energy", "on": "9"})["chosen"] == explored
