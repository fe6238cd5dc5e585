"""Resources moved about by hand: given, taken back, and counted beside the best allocation."""

import pytest

from shared.games.quadropolis.page.sheet import sheet
from tests.games.quadropolis.steps import SHOP, after


def test_exploring_starts_at_the_best_and_ends_without_a_trace():
    found = after(SHOP, "best")
    assert found["chosen"]["given"] == "ee4-.i1"
    assert found["hands"]["difference"] == 0
    assert found["hands"]["free"] == {"inhabitants": 1, "energy": 1}
    assert found["hands"]["reasons"] == found["best"]["reasons"]
    assert after(SHOP, "best", "stop")["chosen"] == SHOP


def test_what_is_held_stays_as_it_is_while_exploring():
    found = after(SHOP, "best", "more-energy", "fewer-inhabitants", "T")
    assert found["chosen"] == {**SHOP, "given": "ee4-.i1", "at": "1,1"}


@pytest.mark.parametrize(
    ("square", "given_", "presses", "led_to"),
    [
        ("1,2", "ee4-.i1", ["touch"], "e-.i1"),
        ("1,2", "0", ["touch"], ".e"),
        ("1,2", "0", ["touch"] * 3, ".e2"),
        ("1,1", "0", ["touch"], "e"),
        ("1,1", "0", ["touch", "touch"], "0"),
        ("2,2", "0", ["touch"], "-.i1"),
        ("1,2", "ee4", ["I", "I"], "ee2"),
        ("1,2", "ee4", ["i"], "ee4"),
        ("1,2", "ee4", ["E"], "ei4"),
        ("1,2", "0", ["i", "e"], ".e1"),
        ("1,2", "0", ["I", "E"], "0"),
        ("1,1", "0", ["i"], "0"),
        ("3,3", "0", ["touch", "i", "e"], "0"),
    ],
)
def test_presses_on_a_building_give_and_take(square, given_, presses, led_to):
    found = after({**SHOP, "given": given_}, *presses, on=square)
    assert found["chosen"]["given"] == led_to
    assert found["chosen"]["at"] == square


def test_an_office_gets_both_that_it_needs():
    office = {"mode": "expert", "city": "O2", "inhabitants": "1", "energy": "1", "given": "0"}
    assert after(office, "touch")["chosen"]["given"] == "e1"
    assert after(office, "touch", "touch")["chosen"]["given"] == "0"
    assert after({**office, "energy": "0"}, "touch")["chosen"]["given"] == "i1"


def test_only_what_is_there_can_be_given():
    poor = {"city": "TT", "energy": "1"}
    assert sheet({**poor, "given": "ee"})["chosen"]["given"] == "e"
    assert sheet({**poor, "given": "e4"})["chosen"]["given"] == "e"
    assert after({**poor, "given": "e"}, "touch", "e", on="1,2")["chosen"]["given"] == "e"


def test_what_lies_on_an_inactive_building_counts_as_left_over():
    found = sheet({**SHOP, "given": "ei4-.i1", "at": "1,2"})["hands"]
    assert found["at"]["active"] is False
    assert found["at"]["inhabitants"] == 4
    assert found["lines"]["shops"] == 0
    assert found["left"] == {"inhabitants": 5, "energy": 2}
    assert found["free"] == {"inhabitants": 1, "energy": 2}
    assert found["total"] == 6 + 2 + 2 - 5 - 2


def test_a_press_says_whether_it_would_change_something():
    tower = sheet({**SHOP, "given": "0", "at": "1,1"})["hands"]["at"]
    assert tower["can"] == {"touch": True, "i": False, "I": False, "e": True, "E": False}
    assert tower["gives"]
    assert not sheet({**SHOP, "given": "e", "at": "1,1"})["hands"]["at"]["gives"]


def test_an_unreadable_gift_is_as_if_the_best_were_given():
    best = sheet({**SHOP, "given": "best"})["hands"]
    for given_ in ("zz", "e-e-e-e-e", "best!"):
        found = sheet({**SHOP, "given": given_})["hands"]
        assert (found["total"], found["squares"]) == (best["total"], best["squares"])
    assert sheet({**SHOP, "given": ""})["hands"] is None


def test_an_empty_square_is_nothing_in_hand():
    assert sheet({**SHOP, "given": "0", "at": "4,4"})["hands"]["at"] is None
