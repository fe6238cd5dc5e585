"""The page that explains a game says what its rules count."""

import re

import pytest

from shared.rules.quadropolis import tables
from shared.rules.quadropolis.pieces import Kind
from tests.frontend.look.pages import render


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("Towers", tables.TOWER[1:5]),  # the last number of a classic city is 4
        ("Shops", tables.SHOP[:5]),
        ("Public services", tables.DISTRICTS[1:5]),
        ("Parks", tables.PARK),
        ("Factories", (tables.FACTORY[Kind.SHOP], tables.FACTORY[Kind.HARBOUR])),
        ("Harbours", tables.HARBOURS[1:5]),
    ],
)
def test_the_points_are_those_of_the_rules(line, points):
    table = render("help").split(f'aria-label="{line}"', 1)[1].split("</table>", 1)[0]
    assert tuple(map(int, re.findall(r"<b>(\d+)</b>", table))) == points


@pytest.mark.parametrize("name", ["lobby", "table", "match-waiting"])
def test_a_newcomer_finds_the_rules(name):
    assert 'href="/help/quadropolis"' in render(name)
