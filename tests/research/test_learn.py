"""The example of docs/research.md does what the page says."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shared.research import env, opponent

EXAMPLE = Path(__file__).parents[2] / "docs" / "bots" / "learn.py"
MATCHES, COMPARED = 192, 60


@pytest.fixture(scope="module")
def example() -> Any:
    spec = spec_from_file_location("learn", EXAMPLE)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_batch_of_matches_moves_the_weights_and_the_same_seed_moves_them_alike(example, monkeypatch):
    monkeypatch.setattr(example, "BATCH", 3)
    weights = example.learn(example.BATCH, 1)
    assert np.count_nonzero(weights) > 20
    assert np.array_equal(weights, example.learn(example.BATCH, 1))


def test_features_say_what_a_tile_is_where_it_may_go_and_that_it_may_be_discarded(example):
    match = env("quadropolis")
    match.reset(seed=1)
    seen = match.observe(match.agent_selection)
    actions = np.flatnonzero(seen["action_mask"])
    now, late = np.split(example.features(seen["observation"], actions), 2, axis=1)
    discarded = actions % example.SITES == example.AWAY
    assert np.array_equal(now[:, -2], discarded)
    assert not now[discarded][:, :-2].any()
    assert now[~discarded][:, :-2].any(axis=1).all()
    assert np.array_equal(late, -now / 2)  # it is the first round


@pytest.mark.slow
def test_what_it_learns_beats_any_move_clearly(example):
    """Nineteen of twenty, after a sixth of the matches that the example plays; untaught it wins a third."""
    won, ahead = example.compared(example.learned(example.learn(MATCHES, 1)), opponent("any_move"), COMPARED)
    assert won >= 0.95
    assert ahead > 10
