import pickle

import numpy as np
import pytest

from shared.errors import IllegalMove, Malformed, NotFound
from shared.research import env, parallel_env


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"seats": 5}, "seats has to be one of (2, 3, 4)"),
        ({"mode": "hard"}, "mode has to be one of ('classic', 'expert')"),
        ({"squares": "yes"}, "squares has to be one of (False, True)"),
        ({"tempo": 1}, "options has to be one of ('mode', 'squares')"),
        ({"rewards": "none"}, "rewards has to be one of ('outcome', 'points')"),
    ],
)
def test_what_an_environment_can_not_be_made_of_is_refused(told, sentence):
    with pytest.raises(Malformed) as refusal:
        env("quadropolis", **told)
    assert str(refusal.value) == sentence


def test_a_game_that_is_not_there_has_no_environment():
    with pytest.raises(NotFound) as refusal:
        env("chess")
    assert str(refusal.value) == "there is no environment of chess"


def test_who_is_called_has_to_act():
    match = env("sprawlopolis", seats=1)
    match.reset(seed=1)
    for action, sentence in (
        (None, "player_0 has to give an action"),
        (match.coding.actions, "there is no action 5766"),
    ):
        with pytest.raises((Malformed, IllegalMove)) as refusal:
            match.step(action)
        assert str(refusal.value) == sentence


def test_a_hand_of_one_card_has_no_second():
    match = env("sprawlopolis", seats=4)
    match.reset(seed=1)
    (seat,) = (seat for seat in range(4) if match.agent_selection == f"player_{seat}")
    with pytest.raises(IllegalMove) as refusal:
        match.coding.move(match.state_now, (seat + 1) % 4, match.coding.actions - 1)
    assert str(refusal.value) == "there is no card 3 in this hand"


def test_a_seed_gives_the_same_matches_and_another_one_gives_others():
    one, other = env("quadropolis"), env("quadropolis")
    one.reset(seed=1)
    other.reset(seed=1)
    assert one.state_now == other.state_now
    first = one.state_now
    one.reset()
    assert one.state_now != first
    other.reset()
    assert one.state_now == other.state_now
    other.reset(seed=2)
    assert other.state_now != first
    one.reset(seed=1)
    assert one.state_now == first


def test_matches_without_a_seed_are_not_the_same():
    one, other = env("quadropolis"), env("quadropolis")
    one.reset()
    other.reset()
    assert one.state_now != other.state_now


def test_all_are_asked_at_once_and_only_the_action_of_the_one_called_counts():
    match = parallel_env("quadropolis", seats=3, mode="expert", rewards="points")
    seen, _ = match.reset(seed=1)
    called = [agent for agent in match.agents if seen[agent]["action_mask"].any()]
    assert len(called) == 1
    while match.agents:
        actions = {agent: int(np.argmax(seen[agent]["action_mask"])) for agent in match.agents}
        seen, rewards, ended, _, _ = match.step(actions)
    assert all(ended.values())
    assert set(rewards) == {"player_0", "player_1", "player_2"}


def test_a_pickled_match_goes_on_elsewhere():
    match = env("sprawlopolis", seats=3, difficulty="harder")
    match.reset(seed=1)
    copied = pickle.loads(pickle.dumps(match))
    seen = [each.observe(each.agent_selection) for each in (match, copied)]
    assert np.array_equal(seen[0]["observation"], seen[1]["observation"])
    copied.step(int(np.argmax(seen[1]["action_mask"])))
    assert copied.state_now != match.state_now


def test_a_picture_in_words_is_what_a_spectator_sees():
    silent, told = env("sprawlopolis", seats=2), env("sprawlopolis", seats=2, render_mode="ansi")
    silent.reset(seed=1)
    told.reset(seed=1)
    assert silent.render() is None
    assert '"target"' in (told.render() or "")
