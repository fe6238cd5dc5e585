"""What the box does not hold is counted, and named beside the total."""

from collections import Counter
from typing import Any

import pytest

from shared.games.quadropolis import GAME
from shared.games.quadropolis.page.box import beyond_the_box
from shared.games.quadropolis.page.calculator import CityOnTheTable, count
from shared.games.quadropolis.play.pieces import Building
from shared.games.quadropolis.play.tiles import LISTED
from shared.ledger.forms.schema import made
from tests.games.scenario import play

SQUARES = {"classic": 16, "expert": 20}
WIDE = {"classic": 4, "expert": 5}


def told(mode: str, *buildings: dict[str, Any], inhabitants: int = 20, energy: int = 20) -> dict[str, Any]:
    city = [*buildings, *(None for _ in range(SQUARES[mode] - len(buildings)))]
    rows = [city[at : at + WIDE[mode]] for at in range(0, len(city), WIDE[mode])]
    asked = {"mode": mode, "inhabitants": inhabitants, "energy": energy, "city": rows}
    return count(made(CityOnTheTable, asked))


def beyond(mode: str, *buildings: dict[str, Any], **held: int) -> list[str]:
    return [each["sentence"] for each in told(mode, *buildings, **held).get("beyond_the_box", [])]


def test_five_monuments_are_one_too_many():
    answer = told("expert", *[{"building": "monument"}] * 5)
    assert answer["beyond_the_box"] == [
        {"piece": "monuments", "told": 5, "most": 4, "sentence": "more monuments than the box holds: 4"}
    ]
    assert "beyond_the_box" not in told("expert", *[{"building": "monument"}] * 4)


@pytest.mark.parametrize(
    ("mode", "buildings", "said"),
    [
        ("classic", [{"building": "tower", "floors": 4}] * 9, "floors of towers than the box holds for this mode: 26"),
        ("classic", [{"building": "tower", "floors": 4}] * 6 + [{"building": "tower", "floors": 2}], None),
        ("expert", [{"building": "office", "floors": 5}] * 20, "floors of offices than the box holds: 17"),
        ("classic", [{"building": "shop"}] * 13, "shops than the box holds for this mode: 12"),
        ("expert", [{"building": "shop"}] * 13, None),
        ("classic", [{"building": "park"}] * 14, "parks than the box holds for this mode: 13"),
        ("expert", [{"building": "square"}] * 6, "squares than the box holds for this mode: 5"),
        ("classic", [{"building": "square"}] * 5, "squares than the box holds for this mode: 4"),
        (
            "classic",
            [{"building": "square"}] + [{"building": "park"}] * 10,
            "parks than the box holds for this mode beside squares: 9",
        ),
        (
            "classic",
            [{"building": "service", "points": 2}] * 5,
            "services with a printed 2 than the box holds for this",
        ),
        ("expert", [{"building": "service", "points": 2}] * 5, None),
        ("expert", [{"building": "harbour", "points": 1}] * 2, "harbours with a printed 1 than the box holds for this"),
    ],
)
def test_what_no_box_holds_is_said(mode, buildings, said):
    found = beyond(mode, *buildings)
    assert len(found) == (said is not None)
    assert said is None or said in found[0]


def test_what_a_player_holds_is_in_the_box_too():
    assert beyond("classic", inhabitants=65, energy=50) == []
    assert beyond("classic", inhabitants=66, energy=51) == [
        "more inhabitants than the box holds: 65",
        "more energy than the box holds: 50",
    ]


@pytest.mark.parametrize("mode", ["classic", "expert"])
def test_all_tiles_of_a_mode_lie_in_the_box(mode):
    tiles = [tile for tile in LISTED if tile.set in ("both", mode)]
    city = tuple(Building(tile.kind, 1, tile.points) for tile in tiles)
    assert beyond_the_box(mode, city, 65, 50) == []
    for kind in {tile.kind for tile in tiles}:
        (most,) = {each.most for each in beyond_the_box(mode, (*city, *[Building(kind)] * 30), 0, 0)[:1]}
        assert most == Counter(tile.kind for tile in tiles)[kind]


@pytest.mark.parametrize("options", [{}, {"mode": "expert"}, {"squares": True}, {"mode": "expert", "squares": True}])
def test_no_city_of_a_match_has_more_than_the_box(options):
    state = play(GAME, 4, 7, options=GAME.options(**options)).state
    for holding in state.holdings:
        assert beyond_the_box(state.mode, holding.city, holding.inhabitants, holding.energy) == []
    assert GAME.calculator
    assert GAME.calculator.sheet(GAME.calculator.sheet_of(GAME.view(state, None), 0))["beyond"] == []


def test_the_page_says_the_same():
    assert GAME.calculator
    (found,) = GAME.calculator.sheet({"mode": "expert", "city": "MMMMM"})["beyond"]
    assert found["template"].format(**found["values"]) == "more monuments than the box holds: 4"
