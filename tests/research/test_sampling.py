"""Our sample is Gymnasium's, from the same generator."""

import numpy as np
import pytest
from gymnasium import spaces

from shared.research.sampling import Actions

COUNT = 500


def test_the_same_seed_samples_what_gymnasium_samples_with_any_mask():
    ours, theirs, luck = Actions(COUNT, seed=1), spaces.Discrete(COUNT, seed=1), np.random.default_rng(2)
    for share in (1.0, 0.5, 0.01, 0.0) * 25:
        mask = (luck.random(COUNT) < share).astype(np.int8)
        assert ours.sample(mask) == theirs.sample(mask)
    assert ours.sample() == theirs.sample()
    assert ours == theirs


@pytest.mark.parametrize(
    "mask", [np.full(COUNT, 2, np.int8), np.full(COUNT, -1, np.int8), np.ones(COUNT), np.ones(COUNT - 1, np.int8)]
)
def test_what_is_no_mask_is_refused_by_gymnasium(mask):
    with pytest.raises(AssertionError):
        Actions(COUNT).sample(mask)
