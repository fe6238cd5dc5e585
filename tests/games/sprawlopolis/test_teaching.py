"""What a page teaches with the city's numbers: groups and roads as the pad counts them."""

import pytest

from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.page.teaching import teaching
from tests.games.scenario import play


@pytest.mark.parametrize("seed", range(4))
def test_groups_and_roads_are_those_of_the_pad(seed):
    view = GAME.view(play(GAME, 2, seed, 10).state, 0)
    found, lines = teaching(view, 0), GAME.result(view).lines[0]
    assert {each["zone"]: each["largest"] for each in found["zones"]} == {
        zone: lines[zone] for zone in ("residential", "commercial", "industrial", "park")
    }
    assert found["roads"]["number"] == -lines["roads"]
    assert sum(each["blocks"] for each in found["zones"]) == len(view.city.blocks)
    assert teaching(GAME.view(play(GAME, 2, seed, 10).state, None), None) == found
