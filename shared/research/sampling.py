"""Random actions in a fraction of Gymnasium's time, which would be a fifth of that of random play."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.spaces.space import MaskNDArray


class Actions(spaces.Discrete[np.int64]):
    """With a mask it samples what Gymnasium samples with the same seed; whatever else it is asked is Gymnasium's."""

    def sample(self, mask: MaskNDArray | None = None, probability: MaskNDArray | None = None) -> np.int64:
        if mask is None or probability is not None or not self._is_mask(mask):
            return super().sample(mask, probability)
        (allowed,) = mask.view(np.bool_).nonzero()
        if not allowed.size:
            return self.start
        found: np.int64 = allowed[self.np_random.integers(0, allowed.size)]
        return found

    def _is_mask(self, mask: Any) -> bool:
        """Whether it has a 0 or a 1 for each action: Gymnasium says what is wrong with any other."""
        if not isinstance(mask, np.ndarray) or mask.dtype != np.int8 or mask.shape != (self.n,):
            return False
        return bool(np.maximum.reduce(mask.view(np.uint8)) <= 1)
