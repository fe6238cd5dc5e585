"""Cities and positions can be told exactly as they can be in a match."""

from typing import get_args

import pytest

from shared.games.quadropolis import GAME
from shared.games.quadropolis.page.position import holding_of
from shared.games.quadropolis.page.told_city import KindName
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.pieces import Kind, Mode
from tests.games.scenario import play


def test_every_kind_and_every_mode_can_be_told():
    assert get_args(KindName) == tuple(Kind)
    assert get_args(Mode) == tuple(BOARDS)


@pytest.mark.parametrize("mode", get_args(Mode))
@pytest.mark.parametrize("seed", range(5))
def test_what_is_made_of_a_told_city_can_grow_as_the_city_itself(mode, seed):
    state = play(GAME, 4, seed, 60, GAME.options(mode=mode, squares=True)).state
    for has in state.holdings:
        made = holding_of(mode, has.city, has.inhabitants, has.energy)
        assert made.city == has.city
        assert made == has._replace(squares=made.squares, last=made.last)
