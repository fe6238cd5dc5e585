"""Laws that the environment of every game keeps, whatever is played."""

from itertools import islice

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from shared.errors import IllegalMove
from shared.games.registry import GAMES
from shared.research.codings import CODINGS
from tests.research.tables import TABLES, Table, allowed, every_table, played

# PettingZoo says so of every environment with masks that is not one of its own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
CYCLES = 25  # rounds of all seats: more than a match has
STEP = 13  # turns; each seat is called at some of them


def test_every_environment_is_of_a_game():
    assert CODINGS.keys() <= GAMES.keys()


@every_table
def test_the_tests_of_pettingzoo_pass(table: Table):
    api_test(table.env(render_mode="ansi"), num_cycles=CYCLES)
    seed_test(table.env, num_cycles=CYCLES)
    parallel_api_test(turn_based_aec_to_parallel(table.env(render_mode="ansi")), num_cycles=CYCLES * table.seats)


@pytest.mark.parametrize("wrapper", [OrderEnforcingWrapper, AssertOutOfBoundsWrapper])
def test_they_pass_with_the_wrappers_of_pettingzoo_too(wrapper):
    for table in (TABLES[0], TABLES[-1]):
        api_test(wrapper(TerminateIllegalWrapper(table.env(render_mode="ansi"), illegal_reward=-1)), num_cycles=CYCLES)


def test_nobody_can_be_asked_in_a_round_where_the_order_of_seats_changes():
    with pytest.raises(AssertionError, match="not generally safe"):
        aec_to_parallel(TABLES[0].env())


@every_table
def test_the_mask_is_the_legal_list_and_each_action_is_one_move(table: Table):
    for match in played(table, 1):
        coding = match.coding
        for seat, agent in enumerate(match.possible_agents):
            view = match.game.view(match.state_now, seat)
            moves = match.game.legal_moves(match.state_now, seat)
            actions = [coding.action(view, seat, move) for move in moves]
            seen = match.observe(agent)
            assert match.observation_space(agent).contains(seen)
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(actions)
            assert len(set(actions)) == len(moves)
            assert [coding.move(view, seat, action) for action in actions] == moves


@every_table
def test_what_the_mask_forbids_is_refused_and_changes_nothing(table: Table):
    for match in islice(played(table, 2), 0, None, STEP):
        if any(match.terminations.values()):
            return
        before, legal = match.state_now, set(allowed(match))
        for action in (-1, *range(0, match.coding.actions, 13), match.coding.actions):
            if action not in legal:
                with pytest.raises(IllegalMove):
                    match.step(action)
        assert match.state_now is before


@every_table
def test_worlds_that_differ_only_in_hidden_things_look_the_same(table: Table):
    for match in islice(played(table, 3), 0, None, STEP):
        other = match.clone()
        for seat, agent in enumerate(match.possible_agents):
            other.state_now = table.facts.otherwise(match.state_now, seat)
            seen, elsewhere = match.observe(agent), other.observe(agent)
            assert np.array_equal(seen["observation"], elsewhere["observation"])
            assert np.array_equal(seen["action_mask"], elsewhere["action_mask"])
            imagined = match.imagined(agent, 4)
            assert np.array_equal(seen["observation"], imagined.observe(agent)["observation"])
            assert imagined.game.view(imagined.state_now, seat) == match.game.view(match.state_now, seat)


@every_table
def test_a_clone_goes_on_by_itself_and_ends_like_its_twin(table: Table):
    match = next(islice(played(table, 5), STEP, None))
    state, called, first, second = match.state_now, match.agent_selection, match.clone(), match.clone()
    for other in (first, second):
        while not any(other.terminations.values()):
            other.step(allowed(other)[-1])
        assert (match.state_now, match.agent_selection) == (state, called)
        assert not any(match.terminations.values())
        assert not any(match.infos.values())
    assert (first.state_now, first.rewards, first.infos) == (second.state_now, second.rewards, second.infos)
    first.step(None)
    assert (len(first.agents), len(second.agents), len(match.agents)) == (table.seats - 1, table.seats, table.seats)


@every_table
def test_rewards_come_at_the_end_and_say_who_won(table: Table):
    *_, match = played(table, 6)
    *_, by_points = played(table, 6, rewards="points")
    result = match.game.result(match.state_now)
    assert [match.infos[agent] for agent in match.agents] == [
        {"points": points, "place": place} for points, place in zip(result.points, result.places, strict=True)
    ]
    assert list(by_points.rewards.values()) == [points - (result.target or 0) for points in result.points]
    rewards = list(match.rewards.values())
    if result.target is not None:
        assert rewards == [1 if result.points[0] >= result.target else -1] * table.seats
    else:
        assert sum(rewards) == pytest.approx(0)
        best = [seat for seat, reward in enumerate(rewards) if reward == max(rewards)]
        assert best == list(result.winners)
        assert rewards[best[0]] == 1 or len(best) > 1
