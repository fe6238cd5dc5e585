"""The page that explains a game says what its rules count."""

import re

import pytest

from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.score import tables
from tests.frontend.look.pages import render


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("Towers", tables.TOWER[1:]),
        ("Shops", tables.SHOP),
        ("Public services", tables.DISTRICTS[1:]),
        ("Parks", tables.PARK),
        ("Factories", tuple(tables.FACTORY[kind] for kind in (Kind.SHOP, Kind.HARBOUR, Kind.OFFICE))),
        ("Harbours", tables.HARBOURS[1:]),
        ("Offices", tuple(points for group in tables.OFFICES[1:] for points in group[1:])),
        (
            "Monuments",
            tuple(tables.MONUMENT[kind] for kind in (Kind.FACTORY, Kind.HARBOUR, Kind.SERVICE, Kind.SHOP, Kind.PARK)),
        ),
    ],
)
def test_the_points_are_those_of_the_rules(line, points):
    table = render("help").split(f'aria-label="{line}"', 1)[1].split("</table>", 1)[0]
    said = [each.replace("\N{MINUS SIGN}", "-") for each in re.findall(r"<b>([^<]+)</b>", table)]
    assert tuple(map(int, said)) == points


def test_the_lines_come_in_the_order_of_the_pad():
    said = re.findall(r"<h3>([^<]+?) *(?:<small>|</h3>)", render("help"))
    assert said == [
        *("Towers", "Shops", "Public services", "Parks", "Factories"),
        *("Harbours", "Offices"),
        *("Monuments", "Left over"),
    ]


def test_a_square_counts_beside_a_monument_as_a_park_does():
    assert tables.MONUMENT[Kind.SQUARE] == tables.MONUMENT[Kind.PARK]


@pytest.mark.parametrize("kind", Kind)
def test_what_every_building_needs_is_told(kind):
    people, power = tables.NEEDS[kind]
    needs = [f"{count} {name}" for count, name in ((people, "inhabitant"), (power, "energy")) if count]
    row = render("help").split(f'<svg class="sign {kind}"', 1)[1].split("</tr>", 1)[0]
    assert (" and ".join(needs) or "nothing") in row.split("<td>")[1]


@pytest.mark.parametrize("name", ["lobby", "table", "match-waiting"])
def test_a_newcomer_finds_the_rules(name):
    assert 'href="/help/quadropolis"' in render(name)
