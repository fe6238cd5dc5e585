"""What a press does to the calculator: a city is built, numbers are stepped, modes and tools change."""

import pytest

from shared.games.quadropolis.page.sheet import sheet
from tests.games.quadropolis.steps import SHOP, after


@pytest.mark.parametrize(
    ("mode", "presses", "city"),
    [
        ("classic", ["T"], "T"),
        ("classic", ["T", "T", "T", "T"], "T4"),
        ("classic", ["T"] * 5, "T"),
        ("expert", ["T"] * 5, "T5"),
        ("expert", ["O", "O"], "O2"),
        ("classic", ["O"], ""),
        ("classic", ["V", "V"], "V1"),
        ("classic", ["H"] * 5, "H"),
        ("classic", ["S", "S"], "S"),
        ("classic", ["S", "F"], "F"),
        ("classic", ["T", "more", "more", "less"], "T2"),
        ("classic", ["T", "less"], "T"),
        ("classic", ["H", "more", "3", "more"], "H3"),
        ("classic", ["T", "4", "5"], "T4"),
        ("classic", ["P", "2"], "P"),
        ("classic", ["more"], ""),
        ("classic", ["T", "x"], ""),
        ("classic", ["T", "?"], "T"),
    ],
)
def test_presses_on_a_square_build_count_and_clear(mode, presses, city):
    assert after({"mode": mode}, *presses)["chosen"].get("city", "") == city


def test_a_press_outside_of_the_city_changes_nothing():
    assert after(SHOP, "T", on="5,1")["chosen"] == sheet(SHOP)["chosen"]


def test_the_tool_is_kept_where_the_mode_has_it():
    assert after({"mode": "expert"}, "tool-O")["tool"] == "O"
    assert after({"mode": "expert"}, "tool-O", "classic")["tool"] == "T"
    assert after({}, "tool-x")["tool"] == "x"
    assert after({"tool": "S"}, "tool-?")["tool"] == "T"


def test_a_square_gets_what_the_tool_of_the_address_does():
    assert after({"tool": "P"}, "put")["chosen"]["city"] == "P"
    assert after({}, "tool-T", "put", "put", "tool-S", "put")["chosen"]["city"] == "S"
    assert "city" not in after({"city": "T3", "tool": "x"}, "put")["chosen"]


def test_another_mode_keeps_what_fits_there():
    expert = {"mode": "expert", "city": "T5O..S-..M-V2", "inhabitants": "3"}
    assert after(expert, "classic")["chosen"] == {"city": "T4--V2", "inhabitants": "3"}
    assert after(SHOP, "expert")["chosen"] == {"mode": "expert", **SHOP}


def test_what_another_mode_would_not_keep_is_told_before():
    """A floor, an office, a shop in the fifth column and a monument."""
    assert sheet({"mode": "expert", "city": "T5O..S-..M-V2"})["lost"] == {"classic": 4, "expert": 0}
    assert sheet(SHOP)["lost"] == {"classic": 0, "expert": 0}


def test_numbers_step_within_their_limits():
    assert after({}, "more-inhabitants", "more-energy")["chosen"] == {"inhabitants": "1", "energy": "1"}
    assert after({}, "fewer-inhabitants", "less-energy")["chosen"] == {}
    assert after({"energy": "999"}, "more-energy")["energy"] == 999


def test_all_can_be_cleared():
    assert after({**SHOP, "given": "best"}, "empty")["chosen"] == {}
