"""Tests of all sample pages take turns: `make test` gives each of them every third page, `make test-long` all."""

from collections.abc import Sequence
from typing import Any

import pytest

OF = 3  # neighbours show the same page in other states, so that each page has a near one in each test


def in_turn(cases: Sequence[Any], turn: int) -> list[Any]:
    """The cases as parameters, those of other turns marked as slow. `turn` is 0, 1 or 2; a tuple is several values."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if at % OF == turn else pytest.mark.slow)
        for at, case in enumerate(cases)
    ]
