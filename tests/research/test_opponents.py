from itertools import count

import pytest

from shared.bots import BOTS
from shared.errors import NotFound
from shared.research import env, opponent


@pytest.mark.parametrize(("game", "name"), [("quadropolis", "greedy"), ("sprawlopolis", "any_move")])
def test_bots_play_whole_matches_of_an_environment(game, name):
    match, moves = env(game), count()
    match.reset(seed=1)
    act = opponent(name)
    while not any(match.terminations.values()):
        action = act(match, next(moves))
        assert match.observe(match.agent_selection)["action_mask"][action]
        match.step(action)
    assert next(moves) > 10


def test_only_bots_are_opponents():
    assert "nobody" not in [bot.name for bot in BOTS]
    with pytest.raises(NotFound):
        opponent("nobody")
